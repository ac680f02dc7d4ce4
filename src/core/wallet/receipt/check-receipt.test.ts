import { secp256k1 } from '@noble/curves/secp256k1.js'
import {
  createEIP712OfferReceiptIssuer,
  createJWSOfferReceiptIssuer,
} from '@x402/extensions/offer-receipt'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it, vi } from 'vitest'

import { encodeBase58 } from '../../../../contract/encoding/base58.ts'
import { SOLANA } from '../../../../contract/wallet/networks.ts'
import { receiptOf, signedOfferOf } from '../../../../contract/wallet/payment/offer-receipt.ts'
import type { TopUpResult } from '../../client/wallet/top-up.ts'
import { newIntent, type PaymentIntent } from '../../storage/payments/payment-intent.ts'
import { AMOUNT, createFakeWallet, WALLET } from '../testing/fake-wallet.ts'
import { testPlan } from '../testing/test-payment.ts'
import { paymentText } from '../top-up/payment-text.ts'
import { resumeTopUps } from '../top-up/resume-top-ups.ts'

const service = privateKeyToAccount(`0x${'42'.repeat(32)}`)
const stranger = privateKeyToAccount(`0x${'43'.repeat(32)}`)
const evmPlan = testPlan({ wallet: WALLET, payTo: service.address.toLowerCase() })
const plan = evmPlan
const resource = `${plan.baseUrl}/x402/top-up`
const TRANSACTION = `0x${'ab'.repeat(32)}`

/** What the reference implementation signs with a key. */
const issuerOf = (account: typeof service) =>
  createEIP712OfferReceiptIssuer(`did:pkh:eip155:1:${account.address}`, (typed) =>
    account.signTypedData(typed as Parameters<typeof account.signTypedData>[0]),
  )

const requirement = {
  scheme: 'exact',
  network: plan.network,
  asset: plan.asset,
  payTo: plan.payTo,
  amount: '5000000',
}

/** The signed offer and receipt of a service, read as they come over the wire. */
async function issued({
  by = service,
  offerBy = service,
  payer = WALLET,
  at = resource,
  tx = '',
} = {}) {
  const offer = await issuerOf(offerBy).issueOffer(resource, { acceptIndex: 0, ...requirement })
  const receipt = await issuerOf(by).issueReceipt(at, payer, plan.network, tx)
  const extension = (info: object) => ({ extensions: { 'offer-receipt': { info } } })
  return {
    signedOffer: signedOfferOf(
      { x402Version: 2, accepts: [], ...extension({ offers: [null, offer] }) },
      requirement,
    ),
    receipt: receiptOf({
      success: true,
      transaction: TRANSACTION,
      network: plan.network,
      ...extension({ receipt }),
    }),
  }
}

/** A payment that is sent, credited with a receipt, and followed to its end. */
async function paid({ signedOffer, receipt }: Awaited<ReturnType<typeof issued>>, plan = evmPlan) {
  const result: TopUpResult = {
    ok: true,
    status: 200,
    credit: {
      wallet: WALLET,
      creditedMicroUsd: AMOUNT,
      balanceMicroUsd: AMOUNT,
      transaction: TRANSACTION,
      ...(receipt && { receipt }),
    },
  }
  const { wallet, state } = createFakeWallet([
    { call: 'api.topUp', n: 1, how: () => Promise.resolve(result) },
  ])
  const trace = { family: 'evm', from: WALLET, nonce: '0x01', validBefore: state.now } as const
  const sent: PaymentIntent = { ...newIntent(plan), state: 'sent', trace, header: 'signed' }
  state.payments.set(plan.id, { ...sent, ...(signedOffer && { signedOffer }) })
  await resumeTopUps(wallet)
  const payment = state.payments.get(plan.id)
  if (payment === undefined) throw new Error('The payment is gone')
  return { payment, words: paymentText(payment, undefined) }
}

it('verifies what the reference implementation signs with the key of the recipient', async () => {
  for (const tx of ['', TRANSACTION]) {
    const { payment, words } = await paid(await issued({ tx }))
    expect(payment.end).toMatchObject({ state: 'credited', receipt: { format: 'eip712' } })
    expect(words.meaning).toBe(`Receipt verified: signed by ${service.address}, the recipient.`)
  }
})

it.each([
  [{ by: stranger }, `signed by ${stranger.address}, not by the recipient`],
  [{ offerBy: stranger }, 'of the offer before it, signed by'],
  [{ payer: plan.payTo }, 'it names another payer'],
  [{ at: 'https://other.example/api/v1/x402/top-up' }, 'it names another API'],
  [{ tx: `0x${'cd'.repeat(32)}` }, 'it names another transaction'],
])('names a receipt that proves nothing, and credits all the same: %j', async (change, problem) => {
  const { payment, words } = await paid(await issued(change))
  expect(payment.state).toBe('credited')
  expect(words.meaning).toContain(`Receipt doesn't verify: ${problem}`)
})

it('takes the API behind a relay for the one that was paid, once a person agreed to it', async () => {
  const path = new URL(resource).pathname
  const behind = await issued({ at: `https://api.example${path}` })
  expect((await paid(behind)).words.meaning).toContain('it names another API')
  vi.stubGlobal('localStorage', { getItem: () => 'https://api.example' })
  const { words } = await paid(behind)
  const { words: foreign } = await paid(await issued({ at: `https://other.example${path}` }))
  vi.unstubAllGlobals()
  expect(words.meaning).toContain('Receipt verified')
  expect(foreign.meaning).toContain('it names another API')
})

it('is not misled by a changed payload, a broken signature or another format', async () => {
  const { signedOffer, receipt } = await issued()
  const { payload = {} } = receipt ?? {}
  for (const [change, problem] of [
    [{ payload: { ...payload, issuedAt: 1 } }, 'not by the recipient'],
    [{ payload: { ...payload, issuedAt: 1.5 } }, 'its fields are invalid'],
    [{ payload: { ...payload, version: 2 } }, 'its fields are invalid'],
    [{ signature: '0x' }, 'its signature is invalid'],
    [{ format: 'jws', payload: undefined }, 'its fields are invalid'],
    [{ format: 'pgp' }, "It can't be verified here: the format pgp isn't supported"],
  ] as const) {
    const changed = receipt && { ...receipt, ...change }
    const { payment, words } = await paid({ signedOffer, receipt: changed })
    expect(payment.state).toBe('credited')
    expect(words.meaning).toContain(problem)
  }
})

it('says nothing of a receipt where there is none, and keeps none that is too long', async () => {
  expect((await paid({ signedOffer: undefined, receipt: undefined })).words.meaning).toBe('')
  const receipt = { format: 'eip712', signature: 'x'.repeat(9000), payload: {} }
  const settlement = { success: true, transaction: '', network: plan.network }
  const extensions = { 'offer-receipt': { info: { receipt } } }
  expect(receiptOf({ ...settlement, extensions })).toBeUndefined()
  expect(receiptOf(settlement)).toBeUndefined()
})

describe('a JWS', () => {
  /** The signed offer and receipt of a service, about a payment. */
  async function jwsOf(
    about: typeof evmPlan,
    algorithm: string,
    kid: string,
    sign: (bytes: Uint8Array) => Promise<Uint8Array> | Uint8Array,
  ) {
    const issuer = createJWSOfferReceiptIssuer(kid, {
      kid,
      format: 'jws',
      algorithm,
      sign: async (bytes) => Buffer.from(await sign(bytes)).toString('base64url'),
    })
    const terms = { ...requirement, network: about.network, payTo: about.payTo }
    const offer = await issuer.issueOffer(resource, { acceptIndex: 0, ...terms })
    const receipt = await issuer.issueReceipt(resource, about.wallet, about.network, '')
    const extension = (info: object) => ({ extensions: { 'offer-receipt': { info } } })
    return {
      signedOffer: signedOfferOf(
        { x402Version: 2, accepts: [], ...extension({ offers: [offer] }) },
        terms,
      ),
      receipt: receiptOf(extension({ receipt })),
    }
  }
  const byKey = (digit: string) => (bytes: Uint8Array) =>
    secp256k1.sign(bytes, Buffer.from(digit.repeat(32), 'hex'))

  async function onSolana() {
    const keys = (await crypto.subtle.generateKey('Ed25519', true, [
      'sign',
      'verify',
    ])) as CryptoKeyPair
    const raw = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey))
    const payTo = encodeBase58(raw)
    const sign = async (bytes: Uint8Array) =>
      new Uint8Array(await crypto.subtle.sign('Ed25519', keys.privateKey, Uint8Array.from(bytes)))
    return { about: testPlan({ wallet: WALLET, network: SOLANA.id, payTo }), payTo, sign }
  }

  it('is verified with the key of the recipient, on either kind of network', async () => {
    const evm = await jwsOf(plan, 'ES256K', 'did:web:api.example', byKey('42'))
    expect(evm.signedOffer).toMatchObject({ format: 'jws' })
    expect((await paid(evm)).words.meaning).toContain(`Receipt verified: signed by ${plan.payTo}`)
    const { about, payTo, sign } = await onSolana()
    const solana = await jwsOf(about, 'EdDSA', 'did:web:api.example', sign)
    expect((await paid(solana, about)).words.meaning).toContain(
      `Receipt verified: signed by ${payTo}`,
    )
  })

  it('of another key or kind of key is called neither verified nor wrong', async () => {
    for (const [alg, sign] of [
      ['ES256K', byKey('43')],
      ['ES256', byKey('42')],
    ] as const) {
      const { payment, words } = await paid(await jwsOf(plan, alg, 'did:web:a.example', sign))
      expect(payment.receiptCheck).toHaveProperty('unchecked')
      expect(words.meaning).toContain("It can't be verified here")
    }
  })

  it('that names the recipient and is not of its key, or is about another payment, is wrong', async () => {
    const kid = `did:pkh:eip155:1:${service.address}`
    const forged = await jwsOf(plan, 'ES256K', kid, byKey('43'))
    expect((await paid(forged)).words.meaning).toContain("doesn't verify: its signature is invalid")
    const { about, payTo, sign } = await onSolana()
    const other = await jwsOf({ ...about, wallet: payTo }, 'EdDSA', 'did:web:a.example', sign)
    expect((await paid(other, about)).words.meaning).toContain('it names another payer')
  })

  it('on Solana, typed data of an address is about the payment, by nobody who can be tied to it', async () => {
    const { about } = await onSolana()
    const receipt = await issuerOf(service).issueReceipt(resource, WALLET, about.network, '')
    const extensions = { 'offer-receipt': { info: { receipt } } }
    const { payment, words } = await paid(
      { signedOffer: undefined, receipt: receiptOf({ extensions }) },
      about,
    )
    expect(payment.receiptCheck).toHaveProperty('unchecked')
    expect(words.meaning).not.toContain("doesn't verify")
  })
})
