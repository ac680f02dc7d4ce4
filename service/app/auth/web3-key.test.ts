import { Hono } from 'hono'
import { expect, it } from 'vitest'

import { WEB3_KEY_PATH } from '../../../contract/wallet/web3-key.ts'
import { evmWallet } from '../../testing/test-wallets.ts'
import type { AppEnvironment } from '../http/app-environment.ts'
import { errorResponse } from '../http/http-error.ts'
import { createWindowCounters } from '../limits/window-counters.ts'
import { createMemoryStorage } from '../memory-storage.ts'
import { walletOwner } from '../money/payments/payment-store.ts'
import { web3Key } from './web3-key.ts'

const wallet = evmWallet()
const owner = walletOwner(wallet.address.toLowerCase())

/** The two routes over a storage in memory, and a clock. */
async function routes({ microUsd = 0, microDiem = 0, tokenSecret = 'a' } = {}) {
  const storage = createMemoryStorage()
  await storage.ledger.grant({ reference: 'g', owner, microUsd, microDiem })
  const clock = { now: Date.now() }
  const { token, key } = web3Key({
    ...storage,
    counters: createWindowCounters(60_000),
    askChain: undefined,
    tokenSecret,
    now: () => clock.now,
  })
  const app = new Hono<AppEnvironment>()
  app.onError(errorResponse(() => undefined))
  app.get(WEB3_KEY_PATH, token).post(WEB3_KEY_PATH, key)
  const tokenText = async () => {
    const { data } = (await (await app.request(WEB3_KEY_PATH)).json()) as {
      data: { token: string }
    }
    return data.token
  }
  const post = async (given: string, over: object = {}) => {
    const signature = await wallet.signMessage(given)
    const body = { address: wallet.address, token: given, signature, apiKeyType: 'INFERENCE' }
    const response = await app.request(WEB3_KEY_PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...body, ...over }),
    })
    return {
      status: response.status,
      body: (await response.json()) as { error?: string; data?: { apiKey: string } },
    }
  }
  return { storage, clock, tokenText, post }
}

it.each([{ microUsd: 100_000 }, { microDiem: 100_000 }])(
  'a wallet with %o gets a key that is paid from its own account',
  async (held) => {
    const { storage, tokenText, post } = await routes(held)
    const { status, body } = await post(await tokenText())
    expect(status).toBe(200)
    expect(await storage.keys.find(body.data?.apiKey ?? '')).toEqual({ id: owner, label: 'wallet' })
    // A second one is another key of the same account.
    const second = await post(await tokenText())
    expect(second.body.data?.apiKey).not.toBe(body.data?.apiKey)
  },
)

it('a wallet without a balance gets none, and is told why', async () => {
  const { tokenText, post } = await routes({ microUsd: 99_999 })
  expect(await post(await tokenText())).toMatchObject({
    status: 403,
    body: { error: expect.stringContaining('top up first') },
  })
})

it('a token is good once, for 15 minutes, of this service, exactly as it is', async () => {
  const { clock, tokenText, post } = await routes({ microUsd: 100_000 })
  const token = await tokenText()
  const refused = async (given: string, over?: object) => {
    const { status, body } = await post(given, over)
    expect(status).toBe(401)
    return body.error
  }
  const signature = await wallet.signMessage(`${token} `)
  expect(await refused(token, { signature })).toMatch(/not of this token/)
  expect(await refused(token, { address: evmWallet().address })).toMatch(/not of this token/)
  expect(await refused(token.replace(/^\d/, '9'))).toMatch(/Unknown token/)
  expect(await refused('0')).toMatch(/Unknown token/)
  const elsewhere = await routes({ tokenSecret: 'b' })
  expect(await refused(await elsewhere.tokenText())).toMatch(/Unknown token/)
  expect((await post(token)).status).toBe(200)
  expect(await refused(token)).toMatch(/already been used/)
  const late = await tokenText()
  clock.now += 15 * 60_000 + 1
  expect(await refused(late)).toMatch(/expired/)
})

it('what is no such request is a 400: no admin keys, and nothing dropped in silence', async () => {
  const { tokenText, post } = await routes({ microUsd: 100_000 })
  const token = await tokenText()
  for (const over of [{ apiKeyType: 'ADMIN' }, { address: '0x' }, { consumptionLimit: { usd: 1 } }])
    expect((await post(token, over)).status).toBe(400)
})
