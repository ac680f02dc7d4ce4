/** Starts the id of every pocket account among the wallets. */
export const POCKET_ID = 'local.playground.pocket.'

export const POCKET_NAME = 'Pocket account'

/** Whether a wallet that is connected or remembered is a pocket account. */
export function isPocket({ id }: { readonly id: string }): boolean {
  return id.startsWith(POCKET_ID)
}
