/**
 * The history of the Postgres database, oldest first; the same tables as in SQLite. A step that was
 * released is never edited: the next change is a new step. Amounts are integers of a millionth.
 */
export const POSTGRES_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    label TEXT NOT NULL,
    created_at BIGINT NOT NULL
  );
  CREATE TABLE entries (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    reference TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('grant', 'charge')),
    owner TEXT NOT NULL,
    model TEXT,
    prompt_tokens BIGINT,
    completion_tokens BIGINT,
    created_at BIGINT NOT NULL
  );
  CREATE INDEX entries_by_owner ON entries (owner, id);
  CREATE TABLE postings (
    entry BIGINT NOT NULL REFERENCES entries (id),
    account TEXT NOT NULL,
    currency TEXT NOT NULL CHECK (currency IN ('USD', 'DIEM')),
    amount BIGINT NOT NULL,
    PRIMARY KEY (entry, account, currency)
  );
  CREATE TABLE balances (
    account TEXT NOT NULL,
    currency TEXT NOT NULL,
    amount BIGINT NOT NULL,
    PRIMARY KEY (account, currency)
  );
  CREATE TABLE sign_in_nonces (
    wallet TEXT NOT NULL,
    nonce TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (wallet, nonce)
  );
  CREATE INDEX sign_in_nonces_by_expiry ON sign_in_nonces (expires_at);
  CREATE TABLE payments (
    key TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    network TEXT NOT NULL,
    asset TEXT NOT NULL,
    payer TEXT NOT NULL,
    pay_to TEXT NOT NULL,
    amount BIGINT NOT NULL,
    once TEXT NOT NULL,
    expiry TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('received', 'submitted', 'credited', 'failed')),
    tx TEXT,
    reason TEXT,
    new_balance BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  );
  CREATE INDEX payments_by_state ON payments (state, payer);
  `,
  `
  ALTER TABLE payments ADD COLUMN identifier TEXT;
  CREATE UNIQUE INDEX payments_by_identifier ON payments (payer, identifier);
  `,
  // Of a key that a wallet made, the wallet's.
  `ALTER TABLE api_keys ADD COLUMN account TEXT;`,
]
