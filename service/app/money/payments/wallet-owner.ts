const PREFIX = 'wallet:'

/** The account of a wallet in the ledger; the address is lower case on EVM and exact on Solana. */
export function walletOwner(address: string): string {
  return `${PREFIX}${address}`
}

/** Whether an account of the ledger is a wallet's, not a key's. */
export function isWalletOwner(owner: string): boolean {
  return owner.startsWith(PREFIX)
}
