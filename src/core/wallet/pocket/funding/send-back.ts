import { hexOfBytes } from '../../../../../contract/encoding/bytes.ts'
import type { EvmNetwork } from '../../../../../contract/wallet/networks.ts'
import {
  type Authorization,
  newAuthorization,
} from '../../../../../contract/wallet/payment/payment-payload.ts'
import { newNonce } from '../../../../../contract/wallet/sign-in.ts'
import { paymentLock } from '../../../storage/payments/payment-log.ts'
import type { PocketAccount } from '../../../storage/pocket/pocket-records.ts'
import type { WalletChoice } from '../../session/wallet-session.ts'
import type { Wallet } from '../../wallet.ts'
import {
  allowedAuthorization,
  allowedTransaction,
  evmKeyOf,
  signAuthorization,
  solanaKeyOf,
} from '../allowed.ts'
import { accountById, type Pocket, unlockPocket } from '../pocket-account.ts'
import { PocketFault, storedPocket } from '../pocket-fault.ts'
import { oneTransfer, pocketUsdc, whileLocked } from './fund.ts'
import {
  authorizedTransferCall,
  connectMainWallet,
  type MainWallet,
  sendOnEvm,
  sendOnSolana,
} from './main-wallet.ts'
import { TransferFault } from './transfer-fault.ts'

/** How long the main wallet may take to confirm, seconds: after that the authorization can never be used. */
const GOOD_FOR_SECONDS = 600

interface Return {
  account: PocketAccount
  /** The main wallet: it receives the USDC, and pays the network fee. */
  choice: WalletChoice
  /** Gives up waiting for the account to be unlocked. */
  signal: AbortSignal
}

/**
 * Sends all USDC that an account has on its network to the main wallet: the account signs for it, and the wallet
 * carries it out in one prompt. What was credited at the API stays there. Rejects with a {@link TransferFault}, or
 * with a `PocketFault` where the account does not sign.
 */
export async function sendBack(
  wallet: Wallet,
  pocket: Pocket,
  { account, choice, signal }: Return,
): Promise<{ transaction: string; microUsd: number }> {
  await unlockPocket(pocket, account.id, signal)
  return oneTransfer(wallet, account, () =>
    withoutTopUp(wallet, account, async () => {
      const main = await connectMainWallet(wallet, account, choice)
      const atomic = await pocketUsdc(wallet, account)
      if (atomic === undefined) throw new TransferFault('unreadable')
      if (atomic === 0n) throw new TransferFault('nothing_left')
      const microUsd = Number(atomic)
      return { transaction: await transfer(wallet, pocket, account, main, microUsd), microUsd }
    }),
  )
}

/** A top-up that is signed needs its USDC: none is under way meanwhile, and none begins. */
function withoutTopUp<Result>(
  { locks, paymentLog }: Pick<Wallet, 'locks' | 'paymentLog'>,
  { origin, address }: PocketAccount,
  work: () => Promise<Result>,
): Promise<Result> {
  return whileLocked(locks, paymentLock({ origin, wallet: address }), 'open_top_up', async () => {
    const payments = await storedPocket(paymentLog.list())
    const isOpen = payments.some(
      ({ wallet, state }) => wallet === address && (state === 'signed' || state === 'sent'),
    )
    if (isOpen) throw new TransferFault('open_top_up')
    return work()
  })
}

async function transfer(
  wallet: Wallet,
  pocket: Pocket,
  { id, address }: PocketAccount,
  main: MainWallet,
  amountAtomic: number,
): Promise<string> {
  const mainWallet = main.address
  if (main.family === 'solana')
    return sendOnSolana(
      wallet,
      main,
      { payer: address, payTo: mainWallet, amountAtomic, memo: newNonce() },
      (bytes) => cosignSendBack(pocket, id, { bytes, mainWallet }),
    )
  const authorization = newAuthorization({
    from: address,
    to: mainWallet,
    amountAtomic,
    timeoutSeconds: GOOD_FOR_SECONDS,
    nowMs: wallet.now(),
    nonce: `0x${hexOfBytes(crypto.getRandomValues(new Uint8Array(32)))}`,
  })
  const { network } = main
  const signature = await signSendBack(pocket, id, { network, authorization, mainWallet })
  return sendOnEvm(main, authorizedTransferCall(authorization, signature))
}

/**
 * Signs the one other transfer that an account signs, by a press: of its own USDC to the wallet that it was
 * funded from, or to `mainWallet`, the one that is connected. An EIP-3009 authorization, for that wallet to
 * submit.
 */
export async function signSendBack(
  pocket: Pocket,
  id: string,
  {
    network,
    authorization,
    mainWallet,
  }: { network: EvmNetwork; authorization: Authorization; mainWallet: string },
): Promise<string> {
  const account = await accountById(pocket, id)
  if (network.id !== account.networkId) throw new PocketFault('not_allowed')
  const to = authorization.to.toLowerCase()
  const payTo = [account.fundedFrom, mainWallet].find((one) => one?.toLowerCase() === to)
  allowedAuthorization(account, authorization, { payTo, nowMs: pocket.world.now() })
  return signAuthorization(evmKeyOf(pocket, account), account, authorization)
}

/**
 * The same on Solana: co-signs a transaction of `usdcTransfer`, whose fee payer and recipient is that wallet.
 * Returns the transaction with the account's signature in it; the fee payer's is still open.
 */
export async function cosignSendBack(
  pocket: Pocket,
  id: string,
  { bytes, mainWallet }: { bytes: Uint8Array; mainWallet: string },
): Promise<Uint8Array> {
  const account = await accountById(pocket, id)
  const { feePayer } = await allowedTransaction(account, bytes, mainWallet)
  if (feePayer !== mainWallet) throw new PocketFault('not_allowed')
  return solanaKeyOf(pocket, account).signTransaction(bytes)
}
