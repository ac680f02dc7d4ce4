import { encodeBase64, hexOfBytes } from '../../../../contract/encoding/bytes.ts'
import {
  identifiedBy,
  newAuthorization,
  paymentHeaderValue,
  TRANSFER_WITH_AUTHORIZATION,
  usdcDomain,
} from '../../../../contract/wallet/payment/payment-payload.ts'
import { newNonce } from '../../../../contract/wallet/sign-in.ts'
import type { ChainRpc } from '../../client/wallet/wallet-reads.ts'
import type { PaymentTrace } from '../../storage/payments/payment-intent.ts'
import { latestBlockhash, messageHashOf } from '../chain/solana-reads.ts'
import type { Wallet } from '../wallet.ts'
import type { TopUpDraft } from './top-up-draft.ts'

/** What a wallet signed, ready to be written down and sent. */
export interface SignedPayment {
  trace: PaymentTrace
  /** The value of the payment header. */
  header: string
}

/** A wallet gave back something other than what it was asked to sign. */
export class UnexpectedSignatureError extends Error {
  override name = 'UnexpectedSignatureError'
}

/** What a payment is signed with, besides what was checked. */
interface Signing {
  /** The id of the intent, which the service is told where it wants to know. */
  id: string
  rpc: ChainRpc | undefined
  signal: AbortSignal
}

/**
 * Asks the wallet for the one signature of a payment: an EIP-3009 authorization on EVM, a USDC transfer on
 * Solana. Everything in it comes from the checked draft and from constants. Rejects with what the wallet
 * threw, or with {@link UnexpectedSignatureError}.
 */
export async function signPayment(
  wallet: Pick<Wallet, 'drivers' | 'now'>,
  draft: TopUpDraft,
  signing: Signing,
): Promise<SignedPayment> {
  return draft.offer.network.family === 'evm'
    ? signEvm(wallet, draft, signing)
    : signSolana(wallet, draft, signing)
}

function headerValue(
  { offer: { requirement, identifier }, amountMicroUsd }: TopUpDraft,
  payload: Parameters<typeof paymentHeaderValue>[2],
  { id }: Signing,
): string {
  const extensions = identifier && identifiedBy(identifier, `pay_${id}`)
  return paymentHeaderValue(requirement, amountMicroUsd, payload, extensions)
}

async function signEvm(
  { drivers, now }: Pick<Wallet, 'drivers' | 'now'>,
  draft: TopUpDraft,
  signing: Signing,
): Promise<SignedPayment> {
  const { offer, amountMicroUsd, wallet } = draft
  const { network, payTo, timeoutSeconds } = offer
  if (network.family !== 'evm') throw new Error('not supported')
  const driver = await drivers.evm()
  await driver.unlock?.(signing.signal)
  const authorization = newAuthorization({
    from: wallet,
    to: payTo,
    amountAtomic: amountMicroUsd,
    timeoutSeconds,
    nowMs: now(),
    nonce: `0x${hexOfBytes(crypto.getRandomValues(new Uint8Array(32)))}`,
  })
  const signature = await driver.signTransfer(network, authorization)
  if (!/^0x(?:[0-9a-fA-F]{2}){64,4096}$/.test(signature))
    throw new UnexpectedSignatureError('The wallet returned no signature.')
  return {
    trace: {
      family: 'evm',
      from: wallet,
      nonce: authorization.nonce,
      validBefore: Number(authorization.validBefore),
    },
    header: headerValue(draft, { signature, authorization }, signing),
  }
}

async function signSolana(
  { drivers }: Pick<Wallet, 'drivers'>,
  draft: TopUpDraft,
  signing: Signing,
): Promise<SignedPayment> {
  const { offer, amountMicroUsd, wallet } = draft
  const { rpc, signal } = signing
  const { network, payTo, feePayer } = offer
  if (rpc === undefined || feePayer === undefined)
    throw new Error(`This page can't read ${network.name}.`)
  const memo = offer.memo ?? newNonce()
  const { returnedProblem, tokenAccountOf, usdcTransfer } =
    await import('../chain/usdc-transfer.ts')
  const driver = await drivers.solana()
  await driver.unlock?.(signal)
  const { blockhash, lastValidBlockHeight } = await latestBlockhash(rpc)
  const transfer = {
    payer: wallet,
    payTo,
    mint: network.asset,
    amountAtomic: amountMicroUsd,
    feePayer,
    memo,
    blockhash,
  }
  const returned = await driver.signTransaction(usdcTransfer(transfer))
  const problem = returnedProblem(returned, transfer)
  if (problem !== undefined) throw new UnexpectedSignatureError(problem)
  return {
    trace: {
      family: 'solana',
      source: tokenAccountOf(wallet, network.asset),
      memo,
      messageHash: await messageHashOf(returned),
      lastValidBlockHeight,
    },
    header: headerValue(draft, { transaction: encodeBase64(returned) }, signing),
  }
}

/** What will be signed as its fields; those that are made at the moment of signing are named. */
export function signedFields(
  { offer, amountMicroUsd, wallet }: TopUpDraft,
  headerName: string,
): unknown {
  const { network, payTo, feePayer, memo } = offer
  const sent = `in the header ${headerName}, to this API only`
  if (network.family === 'evm')
    return {
      domain: usdcDomain(network),
      primaryType: Object.keys(TRANSFER_WITH_AUTHORIZATION)[0],
      message: {
        from: wallet,
        to: payTo,
        value: String(amountMicroUsd),
        validAfter: '0',
        validBefore: `${offer.timeoutSeconds} seconds after signing`,
        nonce: '32 random bytes',
      },
      sent,
    }
  return {
    instructions: [
      { program: 'ComputeBudget', setComputeUnitLimit: 20_000 },
      { program: 'ComputeBudget', setComputeUnitPrice: 1 },
      {
        program: 'Token',
        transferChecked: {
          owner: wallet,
          mint: network.asset,
          to: payTo,
          amount: String(amountMicroUsd),
          decimals: 6,
        },
      },
      { program: 'Memo', memo: memo ?? '32 random hex digits' },
    ],
    feePayer,
    sent,
  }
}
