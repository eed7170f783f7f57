package console

const (
	escBold  = "\x1b[1m"
	escReset = "\x1b[0m"
)

func bold(s string) string { return escBold + s + escReset }
