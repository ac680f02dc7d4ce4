import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit'
import { x402Client } from '@x402/core/client'
import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from '@x402/core/http'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { chatCompletionSchema } from '../../../../contract/chat/response.ts'
import { readServiceError } from '../../../../contract/errors/read-service-error.ts'
import {
  balanceResponseSchema,
  topUpResponseSchema,
  transactionsResponseSchema,
} from '../../../../contract/wallet/balance.ts'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '../../../../contract/wallet/networks.ts'
import { paymentRequiredSchema } from '../../../../contract/wallet/payment/payment-required.ts'
import { startTestService, type TestService } from '../../../testing/start-service.ts'
import {
  evmWallet,
  signInHeaders,
  solanaWallet,
  type TestWallet,
} from '../../../testing/test-wallets.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const evm = evmWallet()
const solana = solanaWallet()

const faucet = (address: string, network: string) =>
  fetch(`${service.origin}/local/faucet`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ address, network }),
  })

const topUpUrl = () => `${service.baseUrl}/x402/top-up`

/** Tops a wallet up as a program with the public x402 client would. */
async function topUp(client: x402Client, index: 0 | 1): Promise<Response> {
  const quote = await fetch(topUpUrl(), { method: 'POST' })
  const header = quote.headers.get('payment-required') ?? ''
  const required = decodePaymentRequiredHeader(header)
  const payload = await client.createPaymentPayload({
    ...required,
    accepts: required.accepts.slice(index, index + 1),
  })
  const headers = { 'PAYMENT-SIGNATURE': encodePaymentSignatureHeader(payload) }
  return fetch(topUpUrl(), { method: 'POST', headers })
}

async function signed(path: string, wallet: TestWallet): Promise<Response> {
  const headers = await signInHeaders(wallet, service.origin)
  return fetch(`${service.baseUrl}${path}`, { headers })
}

async function walletChat(
  wallet: TestWallet,
  text: string,
  more: Record<string, unknown> = {},
): Promise<Response> {
  return fetch(`${service.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(await signInHeaders(wallet, service.origin)),
    },
    body: JSON.stringify({
      model: 'sandbox-chat',
      messages: [{ role: 'user', content: text }],
      ...more,
    }),
  })
}

const balanceOf = async (wallet: TestWallet) =>
  balanceResponseSchema.parse(
    await (await signed(`/x402/balance/${wallet.address}`, wallet)).json(),
  ).data.balanceUsd

const micro = (usd: number) => Math.round(usd * 1_000_000)

describe('a wallet from nothing', () => {
  it('tops up on each chain with the public client', async () => {
    expect((await faucet(evm.address, BASE_SEPOLIA.id)).status).toBe(200)
    expect((await faucet(solana.address, SOLANA_DEVNET.id)).status).toBe(200)
    const spending = { maxAmountPerPayment: '$10' } as const
    const evmClient = new x402Client()
      .setSpendControls(spending)
      .register('eip155:*', new ExactEvmScheme(evm.account))
    const signer = await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(solana.secret))
    const rpcUrl = `${service.origin}/local/rpc/solana`
    const solanaClient = new x402Client()
      .setSpendControls(spending)
      .register('solana:*', new ExactSvmScheme(signer, { rpcUrl }))
    const first = await topUp(evmClient, 0)
    const second = await topUp(solanaClient, 1)
    for (const [response, wallet] of [
      [first, evm.address.toLowerCase()],
      [second, solana.address],
    ] as const) {
      expect(response.status).toBe(200)
      expect(response.headers.get('payment-response')).toMatch(/./)
      const { data } = topUpResponseSchema.parse(await response.json())
      expect(data).toMatchObject({ walletAddress: wallet, amountCredited: 5, newBalance: 5 })
    }
    expect([await balanceOf(evm), await balanceOf(solana)]).toEqual([5, 5])
  })

  it('chats, and is told what remains after the request', async () => {
    const before = await balanceOf(evm)
    const response = await walletChat(evm, '/tokens 20')
    expect(response.status).toBe(200)
    expect(response.headers.get('x-vendor-balance-usd')).toBeNull()
    const { cost } = chatCompletionSchema.parse(await response.json())
    const remaining = response.headers.get('x-balance-remaining')
    expect(remaining).toMatch(/^\d+\.\d{6}$/)
    expect(micro(Number(remaining))).toBe(micro(before) - micro(cost?.usd ?? 0))
    expect(micro(await balanceOf(evm))).toBe(micro(Number(remaining)))
  })

  it('streams, and is told the credit before the cost, with nothing set aside taken off', async () => {
    const before = await balanceOf(solana)
    const response = await walletChat(solana, '/tokens 20', { stream: true })
    expect(Number(response.headers.get('x-balance-remaining'))).toBe(before)
    expect(await response.text()).toContain('data: [DONE]')
    expect(await balanceOf(solana)).toBeLessThan(before)
  })

  it('is told the same credit by a request that is refused', async () => {
    const before = await balanceOf(evm)
    const response = await walletChat(evm, '/fail 503', { stream: true })
    expect(response.status).toBe(503)
    expect(Number(response.headers.get('x-balance-remaining'))).toBe(before)
    expect(await balanceOf(evm)).toBe(before)
  })

  it('gets the answer of a key when the credit is above the least but short of the price', async () => {
    const most = { model: 'sandbox-large', n: 8, max_completion_tokens: 65_536 }
    const response = await walletChat(evm, 'Hi', most)
    expect([response.status, await response.json()]).toEqual([
      402,
      { error: expect.stringContaining('Insufficient'), code: 'INSUFFICIENT_BALANCE' },
    ])
  })

  it('has at most five requests open, and gets their places back', async () => {
    const stream = { stream: true, max_completion_tokens: 400 }
    const open = await Promise.all(
      Array.from({ length: 5 }, () => walletChat(solana, '/tokens 400 /rate 20', stream)),
    )
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const sixth = await walletChat(solana, 'Hi')
    expect(sixth.status).toBe(429)
    expect(await sixth.json()).toMatchObject({ code: 'X402_CONCURRENCY_LIMIT' })
    expect((await walletChat(evm, 'Hi')).status).toBe(200)
    await Promise.all(open.map(async ({ body }) => body?.cancel()))
    await expect.poll(async () => (await walletChat(solana, 'Hi')).status).toBe(200)
  })

  it('sees its transactions page by page, newest first', async () => {
    const page = async (query: string) => {
      const response = await signed(`/x402/transactions/${evm.address}${query}`, evm)
      return transactionsResponseSchema.parse(await response.json()).data
    }
    const all = await page('')
    expect(all.pagination).toEqual({ limit: 50, offset: 0, hasMore: false })
    const last = all.transactions.at(-1)
    expect(last).toMatchObject({
      type: 'TOP_UP',
      amount: 5,
      balanceAfter: 5,
      requestId: null,
      modelId: null,
    })
    const [newest] = all.transactions
    expect(newest).toMatchObject({ type: 'CHARGE', modelId: 'sandbox-chat' })
    expect(newest?.requestId).toMatch(/-LOC$/)
    expect(newest?.balanceAfter).toBe(all.currentBalance)
    const sum = all.transactions.reduce((total, { amount }) => total + micro(amount), 0)
    expect(sum).toBe(micro(all.currentBalance ?? 0))
    const paged = await Promise.all(
      all.transactions.map((_, offset) => page(`?limit=1&offset=${offset}`)),
    )
    expect(paged.flatMap(({ transactions }) => transactions)).toEqual(all.transactions)
    expect(paged.map(({ pagination }) => pagination?.hasMore)).toEqual(
      all.transactions.map((_, index) => index < all.transactions.length - 1),
    )
    expect((await page('?offset=1000')).transactions).toEqual([])
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'offset=-1', 'offset=1.5']) {
      const response = await signed(`/x402/transactions/${evm.address}?${query}`, evm)
      expect([query, response.status]).toEqual([query, 400])
    }
  })
})

describe('limits and refusals', () => {
  it('takes a payment header on the top-up alone', async () => {
    const fresh = await startTestService()
    const headers = { Authorization: `Bearer ${fresh.apiKey}`, 'X-PAYMENT': 'e30=' }
    for (const [method, path] of [
      ['POST', '/chat/completions'],
      ['GET', '/models'],
      ['GET', '/x402/top-up'],
      ['GET', `/x402/balance/${evm.address}`],
    ] as const) {
      const response = await fetch(`${fresh.baseUrl}${path}`, { method, headers })
      expect([path, response.status]).toEqual([path, 400])
      expect(await response.json()).toMatchObject({
        code: 'PAYMENT_HEADER_NOT_ACCEPTED',
        error: expect.stringMatching(/Nothing was paid.*x402\/top-up.*SIGN-IN-WITH-X/),
      })
    }
    await fresh.stop()
  })

  it('prices discovery at $10 on inference, and tells the three 402s apart', async () => {
    const fresh = await startTestService()
    const url = `${fresh.baseUrl}/chat/completions`
    const response = await fetch(url, { method: 'POST' })
    const body: unknown = await response.json()
    const { accepts, resource } = paymentRequiredSchema.parse(body)
    expect(resource?.url).toBe(url)
    expect(accepts.map(({ network, amount }) => [network, amount])).toEqual([
      [BASE_SEPOLIA.id, '10000000'],
      ['solana-devnet', '10000000'],
    ])
    const headers = [...response.headers]
    const kind = (status: number, value: unknown) =>
      readServiceError({ status, headers, body: value, route: '/chat/completions' }).kind
    const wallet = await fetch(url, {
      method: 'POST',
      headers: await signInHeaders(evmWallet(), fresh.origin),
    })
    const kinds = [
      kind(402, body),
      kind(402, await wallet.json()),
      kind(402, { error: 'Insufficient USD', code: 'INSUFFICIENT_BALANCE' }),
    ]
    expect(new Set(kinds).size).toBe(3)
    await fresh.stop()
  })

  it('answers ten top-ups, thirty balances and twenty lists in a minute', async () => {
    const count = async (times: number, send: (to: TestService) => Promise<Response>) => {
      const fresh = await startTestService()
      const statuses: number[] = []
      for (let index = 0; index < times; index += 1) statuses.push((await send(fresh)).status)
      await fresh.stop()
      return statuses
    }
    // Windows follow the clock, so a new one may begin in between and let more through.
    const within = (statuses: number[], good: number, most: number) => {
      const answered = statuses.filter((status) => status === good).length
      expect(answered).toBeGreaterThanOrEqual(most)
      expect(statuses.filter((status) => status === 429).length).toBe(statuses.length - answered)
    }
    const wallet = evmWallet()
    const get = (path: string) => async (to: TestService) =>
      fetch(`${to.baseUrl}${path}`, { headers: await signInHeaders(wallet, to.origin) })
    const topUps = await count(12, (to) => fetch(`${to.baseUrl}/x402/top-up`, { method: 'POST' }))
    within(topUps, 402, 10)
    within(await count(32, get(`/x402/balance/${wallet.address}`)), 200, 30)
    within(await count(22, get(`/x402/transactions/${wallet.address}`)), 200, 20)
  })
})
