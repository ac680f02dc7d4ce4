import type { LocalChains } from '../../client/connection/wallet-config.ts'
import type { Wallet } from '../wallet.ts'

/** The chains of the local service; undefined where there are none, or while they are not known. */
export function localChains({ view }: Pick<Wallet, 'view'>): LocalChains | undefined {
  return view.getState().local ?? undefined
}

/** The same, asked for when they are not known yet. */
export async function loadLocalChains(
  wallet: Pick<Wallet, 'view' | 'loadLocalChains'>,
): Promise<LocalChains | undefined> {
  if (wallet.view.getState().local === undefined)
    wallet.view.setState({ local: (await wallet.loadLocalChains()) ?? null })
  return localChains(wallet)
}
