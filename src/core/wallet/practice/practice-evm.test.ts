import 'fake-indexeddb/auto'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { BASE_SEPOLIA } from '../../../../contract/wallet/networks.ts'
import { paymentDatabase } from '../../storage/payments/payment-database.ts'
import { announcePracticeEvm } from './announce-practice-wallet.ts'

interface Announced {
  provider: { request(call: { method: string; params?: unknown[] }): Promise<unknown> }
}

beforeEach(async () => {
  vi.stubGlobal('window', new EventTarget())
  await (await paymentDatabase()).clear('practice')
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('behavior: no store holds the private key of the practice wallet in clear', async () => {
  const address = await addressOf(practiceProvider())
  expect(await clearKeys(address)).toEqual([])
  // After a reload it is the same wallet.
  expect(await addressOf(practiceProvider())).toBe(address)
})

it('behavior: a key that an earlier version saved in clear is sealed, and the wallet stays the same', async () => {
  const key = generatePrivateKey()
  const { address } = privateKeyToAccount(key)
  await (await paymentDatabase()).put('practice', { id: 'evm', secret: key })
  // The scan is known to see.
  expect(await clearKeys(address)).toEqual([key])
  expect(await addressOf(practiceProvider())).toBe(address)
  expect(await clearKeys(address)).toEqual([])
  expect(await addressOf(practiceProvider())).toBe(address)
})

it.each([
  ['new', undefined],
  ['that is saved in clear', generatePrivateKey()],
])('behavior: two tabs that open a practice wallet %s have the same one', async (_name, secret) => {
  if (secret) await (await paymentDatabase()).put('practice', { id: 'evm', secret })
  const [one, two] = await Promise.all([
    addressOf(practiceProvider()),
    addressOf(practiceProvider()),
  ])
  expect(one).toBe(two)
  expect(await addressOf(practiceProvider())).toBe(one)
})

it('behavior: a key that cannot be opened is an error, and is not replaced by another wallet', async () => {
  const db = await paymentDatabase()
  await addressOf(practiceProvider())
  const saved = (await db.get('practice', 'evm'))?.secret
  const broken = { ...(saved as object), sealed: new Uint8Array(48) }
  await db.put('practice', { id: 'evm', secret: broken })
  await expect(addressOf(practiceProvider())).rejects.toThrow('could not be read')
  expect((await db.get('practice', 'evm'))?.secret).toEqual(broken)
})

it.each([
  ['another contract', { to: '0x01', data: '0x', chainId: '0x14a34' }],
  ['another network', { to: BASE_SEPOLIA.asset, data: '0x', chainId: '0x2105' }],
  ['no network', { to: BASE_SEPOLIA.asset, data: '0x' }],
])('behavior: the practice wallet sends nothing to %s', async (_name, call) => {
  const sending = practiceProvider().request({ method: 'eth_sendTransaction', params: [call] })
  await expect(sending).rejects.toMatchObject({ code: -32602 })
})

function practiceProvider(): Announced['provider'] {
  let provider: Announced['provider'] | undefined
  const listen = (event: Event) => {
    ;({ provider } = Reflect.get(event, 'detail') as Announced)
  }
  window.addEventListener('eip6963:announceProvider', listen)
  announcePracticeEvm(BASE_SEPOLIA, '', '')
  window.removeEventListener('eip6963:announceProvider', listen)
  if (!provider) throw new Error('No practice wallet was announced.')
  return provider
}

async function addressOf(provider: Announced['provider']): Promise<string> {
  const [address] = (await provider.request({ method: 'eth_requestAccounts' })) as string[]
  return String(address)
}

/** All in any store of the browser that is the private key of an address, as hexadecimal digits or bytes. */
async function clearKeys(address: string): Promise<string[]> {
  const candidates = new Set<string>()
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(new Error(`${name} does not open.`))
    })
    for (const store of db.objectStoreNames) {
      const values = await new Promise<unknown>((resolve, reject) => {
        const reading = db.transaction(store).objectStore(store).getAll()
        reading.onsuccess = () => resolve(reading.result)
        reading.onerror = () => reject(new Error(`${store} cannot be read.`))
      })
      for (const one of possibleKeys(values)) candidates.add(one)
    }
    db.close()
  }
  return [...candidates].filter((key) => {
    try {
      return privateKeyToAccount(key as `0x${string}`).address === address
    } catch {
      // Not every number of 32 bytes is a key.
      return false
    }
  })
}

function* possibleKeys(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    for (const [digits] of value.matchAll(/[0-9a-fA-F]{64}/g)) yield `0x${digits.toLowerCase()}`
  } else if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
    const bytes = Buffer.from(value instanceof ArrayBuffer ? value : value.buffer)
    // What is larger holds nothing but zeros: the reserve for a full disk.
    if (bytes.every((byte) => byte === 0)) return
    for (let at = 0; at + 32 <= bytes.length; at += 1)
      yield `0x${bytes.subarray(at, at + 32).toString('hex')}`
  } else if (value instanceof CryptoKey) {
    expect(value.extractable, 'a key in a store cannot be exported').toBe(false)
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) yield* possibleKeys(inner)
  }
}
