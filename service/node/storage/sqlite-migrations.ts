/**
 * The history of the SQLite database, oldest first. A step that was released is never edited: the next change
 * is a new step. Amounts are integers of a millionth: micro-USD and micro-DIEM.
 */
export const SQLITE_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    label TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    reference TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('grant', 'charge')),
    owner TEXT NOT NULL,
    model TEXT,
    prompt_tokens INTEGER,
    completion_tokens INTEGER,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX entries_by_owner ON entries (owner, id);
  CREATE TABLE postings (
    entry INTEGER NOT NULL REFERENCES entries (id),
    account TEXT NOT NULL,
    currency TEXT NOT NULL CHECK (currency IN ('USD', 'DIEM')),
    amount INTEGER NOT NULL,
    PRIMARY KEY (entry, account, currency)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE balances (
    account TEXT NOT NULL,
    currency TEXT NOT NULL,
    amount INTEGER NOT NULL,
    PRIMARY KEY (account, currency)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE sign_in_nonces (
    wallet TEXT NOT NULL,
    nonce TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (wallet, nonce)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sign_in_nonces_by_expiry ON sign_in_nonces (expires_at);
  CREATE TABLE payments (
    key TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    network TEXT NOT NULL,
    asset TEXT NOT NULL,
    payer TEXT NOT NULL,
    pay_to TEXT NOT NULL,
    amount INTEGER NOT NULL,
    once TEXT NOT NULL,
    expiry TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('received', 'submitted', 'credited', 'failed')),
    tx TEXT,
    reason TEXT,
    new_balance INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX payments_by_state ON payments (state, payer);
  `,
  // Only what somebody holds has a balance kept beside the postings.
  `DELETE FROM balances WHERE account IN ('issuance', 'revenue');`,
  `
  ALTER TABLE payments ADD COLUMN identifier TEXT;
  CREATE UNIQUE INDEX payments_by_identifier ON payments (payer, identifier);
  `,
  // Of a key that a wallet made, the wallet's.
  `ALTER TABLE api_keys ADD COLUMN account TEXT;`,
]
