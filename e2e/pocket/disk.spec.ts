import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { chromium } from '@playwright/test'
import { privateKeyToAddress } from 'viem/accounts'

import { launchOptions } from '../../scripts/browser.mjs'
import { asStored, scanFolder } from '../security/disk-scan.ts'
import { expect, test } from '../support/fixtures.ts'
import { PocketScreen } from './pocket-screen.ts'

for (const network of ['Base Sepolia', 'Solana devnet'] as const)
  test(`behavior: after use, lock and exit, nothing of the key of an account on ${network} is in the profile on disk`, async ({
    service,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), 'playground-profile-'))
    try {
      const { secret, address } = await leaveProfile(folder, service.ready.appUrl, network)
      const hex = secret.toString('hex')
      expect(scanFolder(folder, { bytes: secret, ...asStored('hex', hex) }).hits).toEqual([])
      // The same scan finds what is no secret.
      expect(scanFolder(folder, asStored('address', address)).hits).not.toEqual([])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

/** Creates an account, pays from it, locks it and leaves. Returns the secret bytes of its key. */
async function leaveProfile(
  folder: string,
  appUrl: string,
  network: 'Base Sepolia' | 'Solana devnet',
): Promise<{ secret: Buffer; address: string }> {
  const context = await chromium.launchPersistentContext(folder, launchOptions('shell'))
  const page = await context.newPage()
  const seen: number[][] = []
  await page.exposeFunction('recordSecret', (bytes: number[]) => seen.push(bytes))
  await page.addInitScript(recordSecrets)
  const pocket = new PocketScreen(page)
  await page.goto(`${appUrl}wallet`)
  await pocket.createAccount({ network })
  const address = await pocket.fund.getByRole('textbox', { name: 'Wallet address' }).inputValue()
  await pocket.getTestUsdc()
  await pocket.lock.click()
  await expect(pocket.status).toContainText('Locked')
  await context.close()
  const secret = seen.find((bytes) =>
    network === 'Base Sepolia'
      ? bytes.length === 32 &&
        privateKeyToAddress(`0x${Buffer.from(bytes).toString('hex')}`) === address
      : bytes.length > 32,
  )
  if (secret === undefined) throw new Error('The secret was not seen.')
  return { secret: Buffer.from(secret.slice(-32)), address }
}

/** Runs in the page: reports 32 random bytes, each time, and every private key that is imported. */
function recordSecrets() {
  const record = (bytes: unknown) => {
    const tell: unknown = Reflect.get(globalThis, 'recordSecret')
    if (bytes instanceof Uint8Array && typeof tell === 'function') tell([...bytes])
  }
  const getRandomValues: unknown = Reflect.get(Crypto.prototype, 'getRandomValues')
  const importKey: unknown = Reflect.get(SubtleCrypto.prototype, 'importKey')
  if (typeof getRandomValues !== 'function' || typeof importKey !== 'function') return
  Crypto.prototype.getRandomValues = function recorded<Bytes extends ArrayBufferView>(
    this: Crypto,
    array: Bytes,
  ): Bytes {
    Reflect.apply(getRandomValues, this, [array])
    if (array.byteLength === 32) record(array)
    return array
  }
  SubtleCrypto.prototype.importKey = function recorded(this: SubtleCrypto, ...given: unknown[]) {
    if (given[0] === 'pkcs8') record(given[1])
    return Reflect.apply(importKey, this, given)
  }
}
