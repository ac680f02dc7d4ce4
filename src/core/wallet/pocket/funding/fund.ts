import { newNonce } from '../../../../../contract/wallet/sign-in.ts'
import type { PocketAccount } from '../../../storage/pocket/pocket-records.ts'
import { usdcBalance } from '../../chain/usdc-balance.ts'
import type { WalletChoice } from '../../session/wallet-session.ts'
import type { Wallet } from '../../wallet.ts'
import { ceilingProblem } from '../limits.ts'
import { type Pocket, setFundedFrom } from '../pocket-account.ts'
import { PocketFault } from '../pocket-fault.ts'
import { pocketUsdc } from './arrival.ts'
import { connectMainWallet, type MainWallet } from './main-wallet.ts'
import { oneTransfer } from './one-transfer.ts'
import { expectedUsdc, forgetPendingFunding, savePendingFunding } from './pending-funding.ts'
import { sendOnEvm, sendOnSolana } from './send-through-wallet.ts'
import { TransferFault } from './transfer-fault.ts'
import { transferCall } from './usdc-calls.ts'

/** A press on "Fund". */
interface Funding {
  account: PocketAccount
  /** The wallet to fund from. */
  choice: WalletChoice
  amountMicroUsd: number
}

/**
 * Funds an account from a wallet, in one prompt of that wallet, and returns the transaction. Sent once and never
 * again by itself; `watchArrival` sees it arrive. Rejects with a `PocketFault` where the ceiling would be passed,
 * else with a {@link TransferFault}.
 */
export async function fundFromWallet(
  wallet: Wallet,
  pocket: Pocket,
  { account, choice, amountMicroUsd }: Funding,
): Promise<string> {
  return oneTransfer(wallet, account, async () => {
    const main = await connectMainWallet(wallet, account, choice)
    const held = await usdcBalance(wallet, main.network, main.address).catch(() => undefined)
    if (held !== undefined && held < BigInt(amountMicroUsd))
      throw new TransferFault({ heldMicroUsd: Number(held), wantedMicroUsd: amountMicroUsd })
    const onChain = Number((await pocketUsdc(wallet, account)) ?? 0n)
    const before = Math.max(onChain, expectedUsdc(account.id, wallet.now()))
    const over = ceilingProblem(account.limits, before, amountMicroUsd)
    if (over !== undefined) throw new PocketFault(over)
    const expectedAtomic = before + amountMicroUsd
    savePendingFunding(account.id, { at: wallet.now(), expectedAtomic })
    try {
      const transaction = await send(wallet, main, account, amountMicroUsd)
      // It is under way: where the wallet can't be remembered, "Send back" asks for one.
      await setFundedFrom(pocket, account.id, main.address).catch(pocket.world.report)
      return transaction
    } catch (error) {
      if (!(error instanceof TransferFault && error.kind === 'maybe_sent'))
        forgetPendingFunding(account.id)
      throw error
    }
  })
}

/** The one question to the main wallet. */
async function send(
  wallet: Wallet,
  main: MainWallet,
  { address }: PocketAccount,
  amountAtomic: number,
): Promise<string> {
  if (main.family === 'solana')
    return sendOnSolana(wallet, main, {
      payer: main.address,
      payTo: address,
      amountAtomic,
      memo: newNonce(),
    })
  return sendOnEvm(main, transferCall(address, amountAtomic))
}
