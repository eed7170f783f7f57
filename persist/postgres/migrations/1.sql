-- What is stored is the bytes that package persist encodes, check sum included.
-- A player is the key of persist.Player. The version is that of the record, kept
-- beside it to be compared.
--
-- Every statement can be repeated: some databases commit each of them by itself.
CREATE TABLE IF NOT EXISTS solitaire_players (
    player  BYTEA  NOT NULL PRIMARY KEY,
    version BIGINT NOT NULL,
    record  BYTEA  NOT NULL
);

CREATE TABLE IF NOT EXISTS solitaire_results (
    player BYTEA NOT NULL,
    id     BYTEA NOT NULL,
    result BYTEA NOT NULL,
    PRIMARY KEY (player, id)
);

CREATE TABLE IF NOT EXISTS solitaire_deliveries (
    player     BYTEA  NOT NULL,
    number     BIGINT NOT NULL,
    deliveries BYTEA  NOT NULL,
    PRIMARY KEY (player, number)
);

CREATE TABLE IF NOT EXISTS solitaire_leases (
    name    TEXT        NOT NULL PRIMARY KEY,
    holder  TEXT        NOT NULL,
    expires TIMESTAMPTZ NOT NULL
);

CREATE TABLE IF NOT EXISTS solitaire_docs (
    kind    BYTEA  NOT NULL,
    key     BYTEA  NOT NULL,
    version BIGINT NOT NULL,
    doc     BYTEA  NOT NULL,
    PRIMARY KEY (kind, key)
);

-- A board is the key of persist.Board, a rank what persist.Board.AppendRank
-- makes of the score.
CREATE TABLE IF NOT EXISTS solitaire_boards (
    player BYTEA NOT NULL,
    board  BYTEA NOT NULL,
    rank   BYTEA NOT NULL,
    score  BYTEA NOT NULL,
    PRIMARY KEY (player, board)
);

CREATE INDEX IF NOT EXISTS solitaire_boards_in_order ON solitaire_boards (board, rank, player);

-- How many ranks of a board begin with so many bytes, and these.
CREATE TABLE IF NOT EXISTS solitaire_ranks (
    board  BYTEA  NOT NULL,
    length INT    NOT NULL,
    prefix BYTEA  NOT NULL,
    total  BIGINT NOT NULL,
    PRIMARY KEY (board, length, prefix)
);
