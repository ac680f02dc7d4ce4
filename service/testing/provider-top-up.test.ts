import { createKeyPairSignerFromPrivateKeyBytes, address as solanaAddress } from '@solana/kit'
import { x402Client } from '@x402/core/client'
import { encodePaymentSignatureHeader } from '@x402/core/http'
import type { PaymentRequired as Required } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import {
  extractOffersFromPaymentRequired,
  extractReceiptFromResponse,
  verifyOfferSignatureEIP712,
  verifyOfferSignatureJWS,
  verifyReceiptSignatureEIP712,
  verifyReceiptSignatureJWS,
} from '@x402/extensions/offer-receipt'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import { afterEach, describe, expect, it } from 'vitest'

import { decodeBase58 } from '../../contract/encoding/base58.ts'
import { decodeBase64Json } from '../../contract/encoding/bytes.ts'
import { isAlreadyProcessed } from '../../contract/wallet/balance.ts'
import { receiptOf, signedOfferOf } from '../../contract/wallet/payment/offer-receipt.ts'
import { readPaymentOffer } from '../../contract/wallet/payment/payment-offer.ts'
import { settlementResponseSchema } from '../../contract/wallet/payment/payment-payload.ts'
import { paymentRequiredSchema } from '../../contract/wallet/payment/payment-required.ts'
import { checkReceipt } from '../../src/core/wallet/receipt/check-receipt.ts'
import { createChains } from '../node/chains/chains.ts'
import { serveRpc } from '../node/chains/testing/serve-rpc.ts'
import { embeddedRails } from '../node/node-adapters.ts'
import { serveTopUps } from '../node/payments/testing/serve-top-ups.ts'
import { evmWallet, solanaWallet } from './test-wallets.ts'

const endings: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

async function start() {
  const chains = createChains({ networkIds: 'test', signsStatements: true })
  endings.push(() => chains.close())
  const server = await serveTopUps({ rails: { ...embeddedRails(chains), likeProvider: true } })
  endings.push(() => server.stop())
  return { ...server, chains }
}

/** Pays what is asked for with the reference client, on the chain at this place of the list. */
async function pay(running: Awaited<ReturnType<typeof start>>, client: x402Client, place: number) {
  const body: unknown = await (await running.post()).json()
  const required = body as Required
  const payment = await client.createPaymentPayload({
    ...required,
    accepts: required.accepts.slice(place, place + 1),
  })
  const headers = { 'PAYMENT-SIGNATURE': encodePaymentSignatureHeader(payment) }
  return { required, headers, response: await running.post(headers) }
}

async function payOnEvm() {
  const running = await start()
  const { account } = evmWallet()
  await (await running.chains.evm()).mint(account.address, 25_000_000n)
  const client = new x402Client()
    .setSpendControls(false)
    .register('eip155:*', new ExactEvmScheme(account))
  return { running, account, ...(await pay(running, client, 0)) }
}

describe('a top-up like that of the real service', () => {
  it('is asked for with null for what is absent, which is read as absent', async () => {
    const { post } = await start()
    const response = await post()
    const body: unknown = await response.json()
    expect(body).toMatchObject({
      error: null,
      resource: { description: null, mimeType: null },
      accepts: [{ extra: { memo: null } }, { extra: { assetTransferMethod: null } }],
    })
    expect(decodeBase64Json(response.headers.get('payment-required') ?? '')).toEqual(body)
    for (const entry of paymentRequiredSchema.parse(body).accepts)
      expect(readPaymentOffer(entry)).toMatchObject({ ok: true })
  })

  it('that was credited before is 409, and stays credited once', async () => {
    const { running, account, headers, response } = await payOnEvm()
    expect(response.status).toBe(200)
    const again = await running.post(headers)
    const { error, message }: { error: string; message: string } = await again.json()
    expect([again.status, error]).toEqual([409, 'PAYMENT_ALREADY_PROCESSED'])
    expect(isAlreadyProcessed({ status: again.status, code: error, message })).toBe(true)
    expect(await running.balance(account.address.toLowerCase())).toBe(5_000_000)
  })

  it('has an offer and a receipt that its recipient signed, for the reference and for the page', async () => {
    const { running, account, required, response } = await payOnEvm()
    const { payTo } = running.chains.rails.evm
    const [offer] = extractOffersFromPaymentRequired(required)
    const receipt = extractReceiptFromResponse(response)
    if (offer?.format !== 'eip712' || receipt?.format !== 'eip712') throw new Error('Not signed')
    const offered = await verifyOfferSignatureEIP712(offer)
    expect(offered.signer.toLowerCase()).toBe(payTo)
    expect(offered.payload).toMatchObject({ amount: '5000000', payTo })
    const received = await verifyReceiptSignatureEIP712(receipt)
    expect(received.signer.toLowerCase()).toBe(payTo)

    const settlement = settlementResponseSchema.parse(
      decodeBase64Json(response.headers.get('payment-response') ?? ''),
    )
    const parsed = paymentRequiredSchema.parse(required)
    const [entry] = parsed.accepts
    const payment = {
      wallet: account.address,
      network: running.chains.rails.evm.network.id,
      payTo,
      createdAt: Date.now(),
      baseUrl: (required.resource?.url ?? '').replace(/\/x402\/top-up$/, ''),
      signedOffer: entry && signedOfferOf(parsed, entry),
      end: {
        state: 'credited',
        receipt: receiptOf(settlement),
        transaction: settlement.transaction,
      },
    }
    expect(payment.signedOffer).toBeDefined()
    const checked = await checkReceipt(payment as Parameters<typeof checkReceipt>[0])
    expect(checked).toEqual({ signer: received.signer })
  })

  it('on Solana has them as JWS, by the key that its recipient is', async () => {
    const running = await start()
    const { address, secret } = solanaWallet()
    const chain = await running.chains.svm()
    await chain.mint(solanaAddress(address), 25_000_000n)
    const rpc = await serveRpc((body) => chain.rpc(body))
    endings.push(() => rpc.close())
    const signer = await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(secret))
    const client = new x402Client()
      .setSpendControls(false)
      .register('solana:*', new ExactSvmScheme(signer, { rpcUrl: rpc.url }))
    const { required, response } = await pay(running, client, 1)
    expect(response.status).toBe(200)
    const { payTo, network } = running.chains.rails.solana
    const offer = extractOffersFromPaymentRequired(required)[1]
    const receipt = extractReceiptFromResponse(response)
    if (offer?.format !== 'jws' || receipt?.format !== 'jws') throw new Error('Not signed')
    expect(await verifyOfferSignatureJWS(offer)).toMatchObject({ payTo, amount: '5000000' })
    expect(await verifyReceiptSignatureJWS(receipt)).toMatchObject({
      payer: address,
      network: network.id,
    })
    // The key that it names is the recipient itself.
    const x = Buffer.from(decodeBase58(payTo) ?? []).toString('base64url')
    const key = { kty: 'OKP', crv: 'Ed25519', x }
    expect(await verifyReceiptSignatureJWS(receipt, key)).toHaveProperty('version', 1)
  })
})
