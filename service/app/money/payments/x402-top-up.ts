import { encodeBase64Json } from '../../../../contract/encoding/bytes.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import { MICRO_USD_PER_USD } from '../../../../contract/money.ts'
import type { TopUpResponse } from '../../../../contract/wallet/balance.ts'
import { OFFER_RECEIPT } from '../../../../contract/wallet/payment/offer-receipt.ts'
import {
  PAYMENT_IDENTIFIER_DECLARATION,
  type SettlementResponse,
} from '../../../../contract/wallet/payment/payment-payload.ts'
import { type AppContext, requestUrl } from '../../http/app-environment.ts'
import { HttpError } from '../../http/http-error.ts'
import { sendJson } from '../../http/respond.ts'
import type { WindowCounters } from '../../limits/window-counters.ts'
import { type PaymentRails, topUpError, waysToPay } from './payment-rails.ts'
import { type ReadPayment, readPayment } from './read-payment.ts'
import type { TopUpOutcome, TopUps } from './top-ups.ts'
import { paymentHeader } from './wallet-payment-required.ts'
import { takeTurn } from './x402-wallet.ts'

const TOP_UPS_PER_MINUTE = 10

/** What the top-up needs from the service. */
export interface TopUpService {
  rails: PaymentRails
  topUps: TopUps
  counters: WindowCounters
}

/** `POST /x402/top-up`: the ways to pay without a payment header, credit with one. */
export function topUp({ rails, topUps, counters }: TopUpService) {
  return async (context: AppContext): Promise<Response> => {
    const address = context.get('clientAddress')
    if (address !== undefined)
      await takeTurn(counters, `top-up ${address}`, TOP_UPS_PER_MINUTE, 'address')
    if (rails.rails.length === 0) throw topUpError('X402_NOT_CONFIGURED')
    const header = paymentHeader(context)
    if (header === undefined) throw await paymentOptions(rails, requestUrl(context))
    const read = await readPayment(header, rails.rails)
    const outcome = await topUps.submit(read)
    // The contract answers a repeat as the first time.
    if (rails.likeProvider === true && outcome.state === 'credited' && outcome.isRepeated)
      throw topUpError('PAYMENT_ALREADY_PROCESSED')
    return answer(context, read, outcome)
  }
}

/** The 402 of a top-up without a payment, the same in the body and in the header. */
async function paymentOptions(rails: PaymentRails, url: string): Promise<HttpError> {
  const accepts = waysToPay(rails)
  const offered = await Promise.all(
    accepts.map(async ({ scheme, network, amount, asset, payTo, maxTimeoutSeconds }, index) => {
      const terms = { version: 1, resourceUrl: url, scheme, network, asset, payTo, amount }
      const validUntil = Math.floor(Date.now() / 1000) + maxTimeoutSeconds
      const signed = await rails.rails[index]?.sign?.('offer', { ...terms, validUntil })
      return signed === undefined ? [] : [{ acceptIndex: index, ...signed }]
    }),
  )
  const offers = offered.flat()
  const absent = { error: null, resource: { url, description: null, mimeType: null } }
  const required = {
    x402Version: 2,
    ...(rails.likeProvider === true ? absent : {}),
    accepts,
    extensions: {
      ...PAYMENT_IDENTIFIER_DECLARATION,
      ...(offers.length > 0 ? extensionOf({ offers }) : {}),
    },
  }
  return new HttpError(402, required, { 'PAYMENT-REQUIRED': encodeBase64Json(required) })
}

async function answer(
  context: AppContext,
  { rail, payment: { payer, network } }: ReadPayment,
  outcome: TopUpOutcome,
): Promise<Response> {
  const failed = (error: HttpError, errorReason: string, transaction = '') => {
    const response: SettlementResponse = {
      success: false,
      errorReason,
      transaction,
      network,
      payer,
    }
    return sendJson(context, error.body, error.status, paymentResponse(response))
  }
  if (outcome.state === 'in progress')
    return failed(topUpError('PAYMENT_IN_PROGRESS'), 'settlement_pending')
  if (outcome.state === 'identifier taken')
    return failed(topUpError('PAYMENT_ID_CONFLICT'), 'payment_identifier_conflict')
  if (outcome.state === 'unavailable')
    return failed(
      topUpError('X402_NOT_CONFIGURED', "This network can't be reached now. Nothing was sent."),
      'chain_unavailable',
    )
  if (outcome.state === 'refused')
    return failed(
      topUpError('PAYMENT_VERIFICATION_FAILED', undefined, { reason: outcome.reason }),
      outcome.reason,
    )
  if (outcome.state === 'failed')
    return failed(
      topUpError('SETTLEMENT_FAILED', undefined, { reason: outcome.reason }),
      outcome.reason,
      outcome.transaction,
    )
  if (outcome.state === 'unknown')
    return failed(topUpError('SETTLEMENT_TIMEOUT'), 'settlement_pending', outcome.transaction)
  const { row } = outcome
  const body: TopUpResponse = {
    success: true,
    data: {
      walletAddress: row.payer,
      amountCredited: row.amount / MICRO_USD_PER_USD,
      newBalance: (row.newBalance ?? 0) / MICRO_USD_PER_USD,
      paymentId: row.id,
    },
  }
  const transaction = row.transaction ?? ''
  const receipt = await rail.sign?.('receipt', {
    version: 1,
    network,
    resourceUrl: requestUrl(context),
    payer: row.payer,
    issuedAt: Math.floor(Date.now() / 1000),
    transaction,
  })
  const extensions = receipt && extensionOf({ receipt })
  return sendJson(
    context,
    body,
    200,
    paymentResponse({
      success: true,
      network,
      payer: row.payer,
      transaction,
      ...(extensions && { extensions }),
    }),
  )
}

function extensionOf(info: JsonObject) {
  return { [OFFER_RECEIPT]: { info, schema: { type: 'object' } } }
}

function paymentResponse(response: SettlementResponse): Record<string, string> {
  return { 'PAYMENT-RESPONSE': encodeBase64Json(response) }
}
