import { networkOf } from '../../../../../contract/wallet/networks.ts'
import type { PaymentOffer } from '../../../../../contract/wallet/payment/payment-offer.ts'
import { newNonce } from '../../../../../contract/wallet/sign-in.ts'
import type { Connection } from '../../../client/connection/connections.ts'
import { localText } from '../../../storage/db/browser-storage.ts'
import type { PocketAccount } from '../../../storage/pocket/pocket-records.ts'
import { usdcBalance } from '../../chain/chain-reader.ts'
import { connectWallet } from '../../session/drivers.ts'
import type { WalletChoice } from '../../session/wallet-session.ts'
import { namedNetwork, readUsdc } from '../../state/requirements.ts'
import { signIn } from '../../state/sign-in.ts'
import type { Wallet } from '../../wallet.ts'
import { aborted } from '../../world.ts'
import { ceilingProblem } from '../limits.ts'
import { createPocketAccount, type Pocket, pocketChoice, setFundedFrom } from '../pocket-account.ts'
import { PocketFault } from '../pocket-fault.ts'
import {
  connectMainWallet,
  type MainWallet,
  sendOnEvm,
  sendOnSolana,
  transferCall,
} from './main-wallet.ts'
import { topUpArrived } from './top-up.ts'
import { TransferFault } from './transfer-fault.ts'

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

/** How a network is watched: by a page whose wallet may go away meanwhile. */
type ArrivalWallet = Pick<Wallet, 'connections' | 'drivers' | 'session' | 'view' | 'sleep'>

/** How often the network is read, ms. */
const READ_EVERY_MS = 2000

/** After so many failed reads in a row a person is asked to press "Check". */
const MAX_FAILED_READS = 3

/** What came of waiting for USDC. */
export type Arrival =
  | { state: 'arrived'; atomic: bigint }
  /** Nobody can read the network now: press "Check" to try again. */
  | { state: 'unreadable' }
  | { state: 'stopped' }

/** The USDC of an account on its network, atomic; undefined when it cannot be read, which is not zero. */
export async function pocketUsdc(
  wallet: Pick<Wallet, 'connections' | 'drivers' | 'session' | 'view'>,
  { networkId, address }: Pick<PocketAccount, 'networkId' | 'address'>,
): Promise<bigint | undefined> {
  const network = networkOf(networkId)
  return network && usdcBalance(wallet, network, address).catch(() => undefined)
}

/**
 * Watches an account until it has more USDC than `moreThan`, atomic. Reads only: whoever sends may be a wallet on a
 * phone or an exchange. `onRead` is called with each balance that was read.
 */
export async function watchArrival(
  wallet: ArrivalWallet,
  account: Pick<PocketAccount, 'networkId' | 'address'>,
  given: { moreThan: bigint; signal: AbortSignal; onRead?: (atomic: bigint) => void },
): Promise<Arrival> {
  const { moreThan, signal, onRead } = given
  const stopped = aborted(signal)
  for (let failed = 0; !signal.aborted;) {
    const atomic = await Promise.race([pocketUsdc(wallet, account), stopped])
    if (signal.aborted) break
    failed = atomic === undefined ? failed + 1 : 0
    if (failed >= MAX_FAILED_READS) return { state: 'unreadable' }
    if (atomic !== undefined) {
      onRead?.(atomic)
      if (atomic > moreThan) return { state: 'arrived', atomic }
    }
    await Promise.race([wallet.sleep(READ_EVERY_MS), stopped])
  }
  return { state: 'stopped' }
}

/** How long a transfer that was not seen to arrive counts as on its way, ms. */
const ON_ITS_WAY_MS = 10 * 60_000

interface PendingFunding {
  /** Unix ms. */
  at: number
  /** What the account has once it arrived, atomic. */
  expectedAtomic: number
}

/** What an account will have once the last funding arrived, atomic; zero when none is on its way. */
export function expectedUsdc(accountId: string, nowMs: number): number {
  const stored = localText.loadJson(keyOf(accountId))
  if (typeof stored !== 'object' || stored === null) return 0
  const at: unknown = Reflect.get(stored, 'at')
  const expected: unknown = Reflect.get(stored, 'expectedAtomic')
  return typeof at === 'number' && typeof expected === 'number' && at > nowMs - ON_ITS_WAY_MS
    ? expected
    : 0
}

/** Writes down what will arrive, before the wallet prompts: a reload in between must not fund above the ceiling. */
export function savePendingFunding(accountId: string, pending: PendingFunding): void {
  localText.save(keyOf(accountId), JSON.stringify(pending))
}

/** Forgets it: it arrived, or it is certain that it was not sent. */
export function forgetPendingFunding(accountId: string): void {
  localText.remove(keyOf(accountId))
}

/**
 * Follows a funding that an earlier visit, or a dialog that was closed, left behind: calls `onExpected` with what the
 * account will have, atomic, and with zero once that arrived, was refused, or is no longer waited for.
 */
export async function followPendingFunding(
  wallet: Wallet,
  account: Pick<PocketAccount, 'id' | 'networkId' | 'address'>,
  { signal, onExpected }: { signal: AbortSignal; onExpected: (atomic: number) => void },
): Promise<void> {
  const stopped = aborted(signal)
  while (!signal.aborted) {
    const expected = expectedUsdc(account.id, wallet.now())
    onExpected(expected)
    const held = expected === 0 ? undefined : await pocketUsdc(wallet, account)
    if (signal.aborted) return
    if (held !== undefined && held >= BigInt(expected)) {
      forgetPendingFunding(account.id)
      onExpected(0)
      await readUsdc(wallet)
    }
    await Promise.race([wallet.sleep(READ_EVERY_MS), stopped])
  }
}

function keyOf(accountId: string): string {
  return `playground.pocketFunding.${accountId}`
}

/** Runs a transfer to or from an account while no other tab does; rejects at once where one does. */
export function oneTransfer<Result>(
  { locks }: Pick<Wallet, 'locks'>,
  { id }: Pick<PocketAccount, 'id'>,
  transfer: () => Promise<Result>,
): Promise<Result> {
  return whileLocked(locks, `pocket-transfer:${id}`, 'in_progress', transfer)
}

/** Runs `work` in a lock that all tabs share; rejects with a fault of this kind where it is taken. */
export async function whileLocked<Result>(
  locks: Wallet['locks'],
  name: string,
  taken: 'in_progress' | 'open_top_up',
  work: () => Promise<Result>,
): Promise<Result> {
  if (locks === undefined) throw new TransferFault('unsupported')
  return locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock === null) throw new TransferFault(taken)
    return work()
  })
}

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
