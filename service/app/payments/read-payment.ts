import { isJsonObject } from '../../../contract/json.ts'
import { MAX_TOP_UP_MICRO_USD, MIN_TOP_UP_MICRO_USD } from '../../../contract/limits/sizes.ts'
import { MICRO_USD_PER_USD } from '../../../contract/money.ts'
import { decodeBase64Json } from '../../../contract/wallet/base64-json.ts'
import { networkOf } from '../../../contract/wallet/networks.ts'
import { paymentIdentifierOf } from '../../../contract/wallet/payment/payment-identifier.ts'
import {
  readPaymentPayload,
  type SignedPayment,
} from '../../../contract/wallet/payment/payment-payload.ts'
import type { RailPayment } from './facilitator.ts'
import { topUpError } from './payment-error.ts'
import type { PaymentRail } from './payment-rails.ts'
import { associatedTokenAccount, readSolanaTransfer } from './solana-transfer.ts'

/** A payment that fits one of this service's rails. */
export interface ReadPayment {
  readonly rail: PaymentRail
  readonly payment: RailPayment
}

/**
 * Reads a payment header in each of its three layouts and checks all that needs no chain: scheme,
 * network, token, recipient, payer and amount. Amounts are what was signed, not what was asked for.
 * @throws HttpError 400 with the published code
 */
export async function readPayment(
  header: string,
  rails: readonly PaymentRail[],
): Promise<ReadPayment> {
  const decoded = decodeBase64Json(header.trim())
  if (!isJsonObject(decoded))
    throw topUpError('INVALID_PAYMENT_FORMAT', 'The payment header is not base64 of a JSON object.')
  refuseOddAmount(decoded)
  const payment = readPaymentPayload(decoded)
  if (payment === undefined)
    throw topUpError(
      'INVALID_PAYMENT',
      'Unrecognized x402 payment payload (expected version 1 or 2).',
    )
  if (payment.scheme !== 'exact') throw topUpError('UNSUPPORTED_SCHEME')
  const network = networkOf(payment.network)
  const rail = rails.find((each) => each.network.id === network?.id)
  if (rail === undefined)
    throw topUpError(
      'UNSUPPORTED_NETWORK',
      `Payments are accepted on ${rails.map((each) => each.network.id).join(' and ')}, not on ${payment.network.slice(0, 80)}.`,
    )
  if (rail.network.family !== payment.signed.family)
    throw topUpError('INVALID_PAYMENT', `What was signed is not a payment on ${rail.network.name}.`)
  refuseOtherToken(decoded, rail)
  const identifier = paymentIdentifierOf(decoded)
  if (identifier === null)
    throw topUpError(
      'INVALID_PAYMENT',
      'The payment identifier is not 16 to 128 of A-Z a-z 0-9 _ -.',
    )
  const traced = await trace(payment.signed, rail)
  return { rail, payment: { ...traced, ...(identifier !== undefined && { identifier }) } }
}

async function trace(signed: SignedPayment['signed'], rail: PaymentRail): Promise<RailPayment> {
  const { network, asset, payTo } = rail
  const common = { network: network.id, asset, payTo, transaction: undefined, signed }
  if (signed.family === 'evm') {
    const { from, to, value, nonce, validBefore } = signed.authorization
    if (!/^0x[0-9a-fA-F]{40}$/.test(from) || /^0x0*$/.test(from))
      throw topUpError('INVALID_PAYMENT_PAYER')
    if (to.toLowerCase() !== payTo.toLowerCase()) throw wrongRecipient(rail)
    const payer = from.toLowerCase()
    if (payer === payTo.toLowerCase()) throw topUpError('INVALID_PAYMENT_PAYER')
    const amount = amountWithin(BigInt(value))
    return { ...common, payer, amount, nonce: nonce.toLowerCase(), expiry: validBefore }
  }
  const transfer = await readSolanaTransfer(signed.transaction)
  if (transfer === undefined)
    throw topUpError('INVALID_PAYMENT', "The transaction doesn't contain a readable USDC transfer.")
  const { mint, destination, payer, messageHash, blockhash } = transfer
  if (mint !== asset) throw topUpError('UNSUPPORTED_TOKEN')
  if (destination !== (await associatedTokenAccount(payTo, asset))) throw wrongRecipient(rail)
  if (payer === payTo || payer === rail.extra['feePayer']) throw topUpError('INVALID_PAYMENT_PAYER')
  const amount = amountWithin(transfer.amount)
  return { ...common, payer, amount, nonce: messageHash, expiry: blockhash }
}

function amountWithin(value: bigint): number {
  const usd = `${(Number(value) / MICRO_USD_PER_USD).toFixed(6)} USD`
  if (value < BigInt(MIN_TOP_UP_MICRO_USD))
    throw topUpError('AMOUNT_TOO_LOW', `The amount is ${usd}; the minimum is 5 USD.`)
  if (value > BigInt(MAX_TOP_UP_MICRO_USD))
    throw topUpError('AMOUNT_TOO_HIGH', `The amount is ${usd}; the maximum is 10,000 USD.`)
  return Number(value)
}

function refuseOddAmount({ payload }: { payload?: unknown }): void {
  if (!isJsonObject(payload) || !isJsonObject(payload['authorization'])) return
  const { value } = payload['authorization']
  if (typeof value !== 'string' || !/^\d{1,78}$/.test(value)) throw topUpError('INVALID_AMOUNT')
}

/** The token that was signed stands in no field; the one that was meant may. */
function refuseOtherToken({ accepted }: { accepted?: unknown }, rail: PaymentRail): void {
  const asset = isJsonObject(accepted) ? accepted['asset'] : undefined
  if (typeof asset !== 'string') return
  const isSame =
    rail.network.family === 'evm'
      ? asset.toLowerCase() === rail.asset.toLowerCase()
      : asset === rail.asset
  if (!isSame) throw topUpError('UNSUPPORTED_TOKEN')
}

function wrongRecipient({ payTo, network }: PaymentRail) {
  return topUpError(
    'INVALID_PAYMENT_RECIPIENT',
    `The payment goes to another address; on ${network.name} it must go to ${payTo}.`,
  )
}
