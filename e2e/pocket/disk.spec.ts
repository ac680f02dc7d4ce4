import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type BrowserContext, chromium } from '@playwright/test'
import { privateKeyToAddress } from 'viem/accounts'

import { launchOptions } from '../../scripts/browser.mjs'
import { asStored, scanFolder } from '../security/disk-scan.ts'
import { expect, test } from '../support/fixtures.ts'
import { PocketScreen } from './pocket-screen.ts'

const NETWORKS = ['Base Sepolia', 'Solana devnet'] as const

test('behavior: after use, lock and exit, nothing of the keys of accounts on Base Sepolia and Solana devnet is in the profile on disk', async ({
  service,
  services,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'playground-profile-'))
  // Of another origin, the page knows nothing of the first account.
  const other = await services.start(['--memory', '--port', '0'])
  try {
    const context = await chromium.launchPersistentContext(folder, launchOptions('shell'))
    const [base, solana] = NETWORKS
    const accounts = [
      await leaveAccount(context, service.ready.appUrl, base),
      await leaveAccount(context, other.ready.appUrl, solana),
    ]
    await context.close()
    for (const { secret, address } of accounts) {
      const hex = secret.toString('hex')
      expect(scanFolder(folder, { bytes: secret, ...asStored('hex', hex) }).hits).toEqual([])
      // The same scan finds what is no secret.
      expect(scanFolder(folder, asStored('address', address)).hits).not.toEqual([])
    }
  } finally {
    await other.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Creates an account, pays from it and locks it. Returns the secret bytes of its key. */
async function leaveAccount(
  context: BrowserContext,
  appUrl: string,
  network: (typeof NETWORKS)[number],
): Promise<{ secret: Buffer; address: string }> {
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
