import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { TestStorage } from '../testing/test-storage.ts'
import { balanceOwner, listBalances, saveBalance } from './balance-readings.ts'
import { findPayee, pinPayee } from './payee-pins.ts'
import { forgetPayingWallet, savePayingWallet, payingWallet } from './paying-wallet.ts'
import { forgetTerms, saveTerms, recentTerms } from './top-up-terms.ts'

let storage = new TestStorage()

beforeEach(() => {
  storage = new TestStorage()
  vi.stubGlobal('localStorage', storage)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('keeps the latest 500 readings of a wallet at an API, oldest first', async () => {
  const owner = balanceOwner('https://api.example', '0x1')
  const other = balanceOwner('https://api.example', '0x2')
  await saveBalance({ owner: other, at: 1, microUsd: 7, source: 'balance' })
  for (let at = 1; at <= 503; at += 1)
    await saveBalance({ owner, at, microUsd: at, source: 'answer' })
  const readings = await listBalances(owner)
  expect(readings).toHaveLength(500)
  expect(readings[0]?.at).toBe(4)
  expect(readings.at(-1)?.at).toBe(503)
  expect(await listBalances(other)).toHaveLength(1)
})

it('keeps the recipient that was confirmed first, per API and chain', async () => {
  expect(await findPayee('https://api.example', 'eip155:8453')).toBeUndefined()
  await pinPayee('https://api.example', 'eip155:8453', '0xaa')
  await pinPayee('https://api.example', 'eip155:8453', '0xbb')
  await pinPayee('https://api.example', 'solana:x', '0xcc')
  expect(await findPayee('https://api.example', 'eip155:8453')).toMatchObject({ payTo: '0xaa' })
  expect(await findPayee('https://api.example', 'solana:x')).toMatchObject({ payTo: '0xcc' })
})

it('remembers over a reload that a wallet pays, and nothing that could pay', () => {
  const choice = { baseUrl: 'https://api.example/v1', address: `0x${'a'.repeat(40)}` }
  savePayingWallet(choice)
  expect(payingWallet()).toEqual(choice)
  forgetPayingWallet()
  expect(payingWallet()).toBeUndefined()
})

it.each(['', 'x', `0x${'a'.repeat(40)} javascript:alert(1)`, 'short https://api.example'])(
  'pays from no wallet when %j is stored',
  (text) => {
    storage.setItem('playground.payFromWallet', text)
    expect(payingWallet()).toBeUndefined()
  },
)

const terms: Parameters<typeof saveTerms>[1] = {
  required: {
    x402Version: 2,
    accepts: [
      {
        scheme: 'exact',
        network: 'eip155:84532',
        asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
        amount: '5000000',
        payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
        maxTimeoutSeconds: 300,
        extra: { name: 'USDC', version: '2' },
      },
    ],
    resource: { url: 'https://api.example/v1/x402/top-up', description: '', mimeType: '' },
  },
  header: 'same',
  at: 10_000,
}

it('gives the terms that any tab read lately, to who asks the same API', () => {
  vi.useFakeTimers({ now: 10_000 })
  saveTerms('https://api.example/v1', terms)
  expect(recentTerms('https://api.example/v1', 1000)).toMatchObject({ header: 'same', at: 10_000 })
  expect(recentTerms('https://other.example/v1', 1000)).toBeUndefined()
  vi.setSystemTime(11_001)
  expect(recentTerms('https://api.example/v1', 1000)).toBeUndefined()
  // A clock that was put back makes them neither old nor new.
  vi.setSystemTime(9_000)
  expect(recentTerms('https://api.example/v1', 10_000)).toBeUndefined()
  vi.setSystemTime(10_001)
  forgetTerms()
  expect(recentTerms('https://api.example/v1', 1000)).toBeUndefined()
})
