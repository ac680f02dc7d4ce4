import type { Rpc, SolanaRpcApi } from '@solana/kit'
import type { FacilitatorSvmSigner } from '@x402/svm'

import type { RailTerms } from '../../app/money/payments/payment-rails.ts'
import type {
  ChainStatus,
  Facilitator,
  PaymentTrace,
} from '../../app/money/payments/payment-store.ts'
import { facilitatorRequest } from './remote-facilitator.ts'

/** A Solana cluster that this process reads, and sends to as the fee payer. */
export interface SvmPaymentChain {
  client: Rpc<SolanaRpcApi>
  facilitator: FacilitatorSvmSigner
}

/**
 * Payments on Solana by the x402 scheme `exact`. Nobody but the fee payer can complete such a
 * transaction, so one that was never submitted here is on no chain.
 */
export function createSvmFacilitator(
  rail: RailTerms,
  chain: () => Promise<SvmPaymentChain>,
): Facilitator {
  return {
    verify: async (payment) => {
      const { facilitator } = await chain()
      const { ExactSvmScheme } = await import('@x402/svm/exact/facilitator')
      const { payload, requirements } = facilitatorRequest(rail, payment)
      const answer = await new ExactSvmScheme(facilitator).verify(payload, requirements)
      return answer.isValid
        ? { ok: true }
        : { ok: false, reason: answer.invalidReason ?? 'invalid_payment' }
    },
    settle: async (payment, onSubmit) => {
      const { facilitator } = await chain()
      const { ExactSvmScheme } = await import('@x402/svm/exact/facilitator')
      const { payload, requirements } = facilitatorRequest(rail, payment)
      let trouble: string | undefined
      const sender = await watched(facilitator, onSubmit, (reason) => (trouble ??= reason))
      const answer = await new ExactSvmScheme(sender).settle(payload, requirements)
      const reason = trouble ?? answer.errorReason
      if (answer.success && trouble === undefined)
        return { ok: true, transaction: answer.transaction }
      return { ok: false, reason: reason ?? 'settlement_failed' }
    },
    find: async (payment) => findOnChain(payment, (await chain()).client),
  }
}

/** What stands for the signature of a transaction that could not be signed or was not sent. */
const UNSENT = ''

/**
 * The signer, telling the transaction before it is sent. Trouble is noted instead of thrown: the chain is
 * asked afterwards in any case, and the scheme would print what it catches to standard error, where only
 * lines of our log belong.
 */
async function watched(
  signer: FacilitatorSvmSigner,
  onSubmit: (transaction: string) => Promise<void>,
  onTrouble: (reason: string) => void,
): Promise<FacilitatorSvmSigner> {
  const { getBase64Encoder, getSignatureFromTransaction, getTransactionDecoder } =
    await import('@solana/kit')
  const noting = <T>(work: Promise<T>, reason: string, otherwise: T): Promise<T> =>
    work.catch(() => {
      onTrouble(reason)
      return otherwise
    })
  const submit = async (transaction: string): Promise<string> => {
    const decoded = getTransactionDecoder().decode(getBase64Encoder().encode(transaction))
    const signature = getSignatureFromTransaction(decoded)
    await onSubmit(signature)
    return signature
  }
  return {
    ...signer,
    getAddresses: () => signer.getAddresses(),
    signTransaction: (...args) => noting(signer.signTransaction(...args), 'signing_failed', UNSENT),
    simulateTransaction: (...args) => signer.simulateTransaction(...args),
    sendTransaction: async (transaction, network) => {
      if (transaction === UNSENT) return UNSENT
      const signature = await noting(submit(transaction), 'transaction_failed', UNSENT)
      if (signature !== UNSENT)
        await noting(signer.sendTransaction(transaction, network), 'transaction_failed', signature)
      return signature
    },
    confirmTransaction: async (signature, network) => {
      if (signature === UNSENT) return
      const confirmed = signer.confirmTransaction(signature, network)
      await noting(confirmed, 'transaction_not_confirmed', undefined)
    },
  }
}

async function findOnChain(
  { transaction, expiry }: PaymentTrace,
  client: Rpc<SolanaRpcApi>,
): Promise<ChainStatus> {
  const { blockhash, signature } = await import('@solana/kit')
  // Asked first: a transaction that is not there after its blockhash was dead never will be.
  const { value: isAlive } = await client.isBlockhashValid(blockhash(expiry)).send()
  if (transaction !== undefined) {
    const { value } = await client
      .getSignatureStatuses([signature(transaction)], { searchTransactionHistory: true })
      .send()
    const [status] = value
    if (status)
      return status.err === null
        ? { state: 'transferred', transaction }
        : { state: 'dead', reason: 'transaction_failed' }
  }
  return isAlive ? { state: 'open' } : { state: 'dead', reason: 'blockhash_expired' }
}
