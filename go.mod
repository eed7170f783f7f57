module github.com/solitaire-chat/solitaire

go 1.26
