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
