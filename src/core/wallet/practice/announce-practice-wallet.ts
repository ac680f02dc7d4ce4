import type { LocalChains } from '../../client/connection/wallet-config.ts'
import { announcePracticeEvm } from './practice-evm.ts'
import { registerPracticeSolana } from './practice-solana.ts'

/** A coin on a dashed line: not a real wallet. */
const PRACTICE_ICON =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAyNCAyNCI+PHJlY3QgeD0iMiIgeT0iNSIgd2lkdGg9IjIwIiBoZWlnaHQ9IjE0IiByeD0iMyIgZmlsbD0iI2YyYjg0YiIgc3Ryb2tlPSIjN2E0YTAwIiBzdHJva2UtZGFzaGFycmF5PSIyIDIiLz48Y2lyY2xlIGN4PSIxNiIgY3k9IjEyIiByPSIyIiBmaWxsPSIjN2E0YTAwIi8+PC9zdmc+'

/**
 * Makes the practice wallet known in the way real wallets make themselves known, EIP-6963 and the Wallet
 * Standard, so that it takes the very same way through the page. Only where the local service runs the
 * chains: its keys are never good for anything else.
 */
export function announcePracticeWallet({ chains }: LocalChains): void {
  for (const { network, rpcUrl } of chains) {
    if (network.family === 'evm') announcePracticeEvm(network, rpcUrl, PRACTICE_ICON)
    else registerPracticeSolana(network, PRACTICE_ICON)
  }
}
