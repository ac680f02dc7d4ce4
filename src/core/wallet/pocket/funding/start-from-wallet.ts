import type { PaymentOffer } from '../../../../../contract/wallet/payment/payment-offer.ts'
import type { Connection } from '../../../client/connection/connections.ts'
import { connectWallet } from '../../session/drivers.ts'
import type { WalletChoice } from '../../session/wallet-session.ts'
import { namedNetwork, readUsdc } from '../../state/requirements.ts'
import { signIn } from '../../state/sign-in.ts'
import type { Wallet } from '../../wallet.ts'
import { createPocketAccount, type Pocket, pocketChoice } from '../pocket-account.ts'
import { forgetPendingFunding, fundFromWallet, watchArrival } from './fund.ts'
import { topUpArrived } from './top-up.ts'
import { TransferFault } from './transfer-fault.ts'

/** What a person started by one press, as it was shown. */
interface Start {
  connection: Connection
  /** Its network, and its recipient in full. */
  offer: PaymentOffer
  amountMicroUsd: number
  /** The wallet that the USDC comes from. */
  choice: WalletChoice
}

/** What is waited for now. */
export type StartStage = 'wallet' | 'arrival' | 'top-up'

/**
 * From a wallet to a balance by one press, in one prompt of that wallet: creates a pocket account, signs in with it,
 * has the wallet send it USDC, and tops up what arrives to the recipient that was shown. Whatever stops it leaves an
 * account that can be funded and topped up by hand. Returns why nothing was topped up, as {@link topUpArrived} does;
 * rejects as {@link fundFromWallet}.
 */
export async function startFromWallet(
  wallet: Wallet,
  pocket: Pocket,
  { connection, offer, amountMicroUsd, choice }: Start,
  { signal, onStage }: { signal: AbortSignal; onStage: (stage: StartStage) => void },
): Promise<string | undefined> {
  const { baseUrl } = connection
  const network = namedNetwork(wallet, offer.network.id)
  const account = await createPocketAccount(pocket, { network, baseUrl, keyPlace: 'vault' })
  if (!(await connectWallet(wallet, pocketChoice(account)))) return undefined
  // Before any money moves: what the API says to it is on the screen.
  await signIn(wallet)
  if (wallet.view.getState().signedIn === undefined) return undefined
  onStage('wallet')
  await fundFromWallet(wallet, pocket, { account, choice, amountMicroUsd })
  onStage('arrival')
  // It was shown in full beside the press; where another one is known, the review says so and nothing is signed.
  await wallet.paymentLog
    .pinPayee(account.origin, network.id, offer.payTo)
    .catch(pocket.world.report)
  // Less than was sent is somebody else's dust.
  const moreThan = BigInt(amountMicroUsd) - 1n
  const arrival = await watchArrival(wallet, account, { moreThan, signal })
  if (arrival.state === 'stopped') return undefined
  if (arrival.state === 'unreadable') throw new TransferFault('maybe_sent')
  onStage('top-up')
  forgetPendingFunding(account.id)
  await readUsdc(wallet)
  return topUpArrived(wallet, pocket, account, Number(arrival.atomic))
}
