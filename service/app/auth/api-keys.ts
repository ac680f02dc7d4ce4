/** A key as the service knows it: never the key itself. */
export interface ApiKey {
  /** Its account in the ledger: its own, or that of the wallet it was made for. */
  id: string
  label: string
}

/** The keys that may use the API. Only hashes are kept: a key has 256 random bits, so a plain hash cannot be guessed back. */
export interface ApiKeyStore {
  /** Finds the key a caller presented. */
  find(secret: string): Promise<ApiKey | undefined>
  /** Makes a key usable, paid from an account of its own unless one is given; a key that is already known stays as it is. */
  add(secret: string, label: string, account?: string): Promise<ApiKey>
}
