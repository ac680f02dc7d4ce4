import { decodeBase64Json, hexOfBytes } from '../../../../contract/encoding/bytes.ts'
import { sha256 } from '../../../../contract/encoding/sha256.ts'
import { isJsonObject } from '../../../../contract/json.ts'
import { MAX_TOP_UP_MICRO_USD, MIN_TOP_UP_MICRO_USD } from '../../../../contract/limits/sizes.ts'
import { MICRO_USD_PER_USD } from '../../../../contract/money.ts'
import { networkOf } from '../../../../contract/wallet/networks.ts'
import {
  paymentIdentifierOf,
  readPaymentPayload,
  type SignedPayment,
} from '../../../../contract/wallet/payment/payment-payload.ts'
import { type PaymentRail, topUpError } from './payment-rails.ts'
import type { RailPayment } from './payment-store.ts'

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

/** The USDC transfer in a Solana payment. Addresses in base58. */
interface SolanaTransfer {
  readonly mint: string
  /** The token account that receives. */
  readonly destination: string
  /** The owner whose tokens move. */
  readonly payer: string
  /** Atomic units. */
  readonly amount: bigint
  /** SHA-256 of the message, lower-case hex: the same however the transaction was encoded. */
  readonly messageHash: string
  readonly blockhash: string
}

const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const TRANSFER_CHECKED = 12
const TRANSFER_CHECKED_BYTES = 10

/**
 * Finds the first TransferChecked of a base64 wire transaction; undefined when there is none or the
 * bytes are no transaction. Whether the rest of the transaction is allowed is the facilitator's to say.
 */
async function readSolanaTransfer(base64: string): Promise<SolanaTransfer | undefined> {
  const { getBase64Encoder, getCompiledTransactionMessageDecoder, getTransactionDecoder } =
    await import('@solana/kit')
  try {
    const { messageBytes } = getTransactionDecoder().decode(getBase64Encoder().encode(base64))
    const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
    const accounts = message.staticAccounts
    for (const { programAddressIndex, accountIndices = [], data } of message.instructions) {
      if (accounts[programAddressIndex] !== TOKEN_PROGRAM) continue
      if (data?.[0] !== TRANSFER_CHECKED || data.length !== TRANSFER_CHECKED_BYTES) continue
      const [, mint, destination, payer] = accountIndices.map((index) => accounts[index])
      if (mint === undefined || destination === undefined || payer === undefined) return undefined
      const amount = new DataView(Uint8Array.from(data).buffer).getBigUint64(1, true)
      const messageHash = hexOfBytes(sha256(Uint8Array.from(messageBytes)))
      return { mint, destination, payer, amount, messageHash, blockhash: message.lifetimeToken }
    }
    return undefined
  } catch {
    return undefined
  }
}

async function associatedTokenAccount(owner: string, mint: string): Promise<string> {
  const { address, getAddressEncoder, getProgramDerivedAddress } = await import('@solana/kit')
  const encoder = getAddressEncoder()
  const [account] = await getProgramDerivedAddress({
    programAddress: address(ASSOCIATED_TOKEN_PROGRAM),
    seeds: [owner, TOKEN_PROGRAM, mint].map((text) => encoder.encode(address(text))),
  })
  return account
}
