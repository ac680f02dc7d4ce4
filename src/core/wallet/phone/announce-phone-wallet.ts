import type { StoreApi } from 'zustand/vanilla'

import { BASE, BASE_SEPOLIA } from '../../../../contract/wallet/networks.ts'
import type { LocalChains, WalletRelay } from '../../client/connection/wallet-config.ts'
import { announceEvmWallet } from '../session/announce-evm.ts'
import { forgetWallet } from '../session/remembered-wallet.ts'
import type { SessionState } from '../session/wallet-session.ts'
import type { Pairing } from './pairing.ts'
import { PHONE_NAME, PHONE_RDNS } from './phone-names.ts'
import { phoneProvider } from './phone-provider.ts'

const PHONE_ICON =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAyNCAyNCI+PHJlY3QgeD0iNiIgeT0iMiIgd2lkdGg9IjEyIiBoZWlnaHQ9IjIwIiByeD0iMyIgZmlsbD0iIzRiNmJmMiIvPjxyZWN0IHg9IjgiIHk9IjUiIHdpZHRoPSI4IiBoZWlnaHQ9IjEyIiByeD0iMSIgZmlsbD0iI2ZmZiIvPjxjaXJjbGUgY3g9IjEyIiBjeT0iMTkuNSIgcj0iMSIgZmlsbD0iI2ZmZiIvPjwvc3ZnPg=='

/**
 * Makes wallets on phones known in the way that extensions make themselves known, so that they take the very
 * same way through the page. What reaches a phone is fetched when something is asked of one.
 */
export function announcePhoneWallet(
  { session, pairing }: { session: StoreApi<SessionState>; pairing: Pairing },
  relay: WalletRelay,
  local: LocalChains | undefined,
): void {
  const own = local?.chains.find(({ network }) => network.id === BASE_SEPOLIA.id)
  const networks = own === undefined ? [BASE, BASE_SEPOLIA] : [BASE_SEPOLIA, BASE]
  const provider = phoneProvider({
    chainIds: networks.map(({ chainId }) => chainId),
    open: async (events) => {
      const { openPhoneClient } = await import('./phone-client.ts')
      return openPhoneClient(relay, events)
    },
    startPairing: () => pairing.start(),
    onEnded: () => {
      forgetWallet()
      session.setState({ problem: 'ended' })
    },
  })
  announceEvmWallet({ name: PHONE_NAME, rdns: PHONE_RDNS, icon: PHONE_ICON, provider })
}
