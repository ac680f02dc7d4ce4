import type { WalletFamily } from './wallet-session.ts'

const KEY = 'playground.wallet'

/** Which wallet was connected last: its kind and id, never an address. */
interface RememberedWallet {
  family: WalletFamily
  id: string
}

/** The wallet to reconnect silently; undefined when there is none or storage is refused. */
export function rememberedWallet(): RememberedWallet | undefined {
  try {
    const text = localStorage.getItem(KEY) ?? ''
    const [, family, id] = /^(evm|solana) (.{1,200})$/.exec(text) ?? []
    return id === undefined ? undefined : { family: family === 'solana' ? 'solana' : 'evm', id }
  } catch {
    return undefined
  }
}

export function rememberWallet({ family, id }: RememberedWallet): void {
  try {
    localStorage.setItem(KEY, `${family} ${id}`)
  } catch {
    // Without storage it is asked for again on the next visit.
  }
}

export function forgetWallet(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nothing was kept then.
  }
}
