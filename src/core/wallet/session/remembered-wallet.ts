import { localText } from '../../storage/db/browser-storage.ts'
import type { WalletFamily } from './wallet-session.ts'

const KEY = 'playground.wallet'

/** Which wallet was connected last: its kind and id, never an address. */
interface RememberedWallet {
  family: WalletFamily
  id: string
}

/** The wallet to reconnect silently; undefined when there is none or storage is refused. */
export function rememberedWallet(): RememberedWallet | undefined {
  const [, family, id] = /^(evm|solana) (.{1,200})$/.exec(localText.load(KEY) ?? '') ?? []
  return id === undefined ? undefined : { family: family === 'solana' ? 'solana' : 'evm', id }
}

export function rememberWallet({ family, id }: RememberedWallet): void {
  // Without storage it is asked for again on the next visit.
  localText.save(KEY, `${family} ${id}`)
}

export function forgetWallet(): void {
  localText.remove(KEY)
}
