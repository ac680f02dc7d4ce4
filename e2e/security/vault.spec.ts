import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { chromium } from '@playwright/test'

import { launchOptions } from '../../scripts/browser.mjs'
import { report, soakSize } from '../../service/soak/soak-size.ts'
import { ChatScreen } from '../support/chat-screen.ts'
import { expect, test as base } from '../support/fixtures.ts'
import { startOtherServer, type OtherServer } from '../support/other-server.ts'
import { PASSPHRASE, VaultScreen } from '../support/vault-screen.ts'
import { asStored, scanFolder } from './disk-scan.ts'

/** `npm run bench -- soak` scans 20 profiles. */
const PROFILES = soakSize('PROFILES', 1)

const test = base.extend<{ other: OtherServer; vault: VaultScreen }>({
  other: async ({ baseURL: _ }, use) => {
    const other = await startOtherServer()
    await use(other)
    await other.stop()
  },
  vault: async ({ page }, use) => {
    await use(new VaultScreen(page))
  },
})

const connectionTo = ({ baseUrl, key }: OtherServer, name = 'Other') => ({ baseUrl, key, name })

test('behavior: locking in one tab locks all of them', async ({
  chat: _,
  context,
  other,
  vault,
}) => {
  await vault.rememberWithPassphrase(connectionTo(other))
  const tabs = await Promise.all(
    [1, 2, 3].map(async () => {
      const tab = new VaultScreen(await context.newPage())
      await tab.page.goto('/chat')
      await tab.locked.click()
      await tab.unlockWith(PASSPHRASE)
      await expect(tab.lockNow).toBeVisible()
      return tab
    }),
  )
  await vault.lockNow.click()
  for (const { locked } of [vault, ...tabs]) await expect(locked).toBeVisible()
})

test.describe('at a domain', () => {
  test.use({ serviceFlags: ['--host', 'localhost'] })

  test('behavior: a passkey unlocks remembered keys, and a passphrase can be added', async ({
    chat,
    page,
    other,
    vault,
  }) => {
    const device = await page.context().newCDPSession(page)
    await device.send('WebAuthn.enable')
    const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        ctap2Version: 'ctap2_1',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        hasPrf: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    const usePasskey = vault.unlock.getByRole('button', { name: 'Use passkey' })
    await vault.remember(connectionTo(other))
    await usePasskey.click()
    await expect(vault.lockNow).toBeVisible()

    await page.goto('/chat')
    await vault.locked.click()
    await usePasskey.click()
    // Until then the message cannot have the focus.
    await expect(vault.unlock).toBeHidden()
    await expect(await chat.ask('Hello')).toContainText('Hello from elsewhere')

    await vault.chip.click()
    await vault.connection.getByRole('button', { name: 'Saved keys' }).click()
    await vault.saved.getByRole('button', { name: 'Add passphrase' }).click()
    await vault.saved.getByRole('textbox', { name: 'New passphrase' }).fill(PASSPHRASE)
    await vault.saved.getByRole('button', { name: 'Save passphrase' }).click()
    await expect(vault.saved.getByRole('region', { name: 'Ways to unlock' })).toContainText(
      'Passphrase',
    )

    // The device is lost: the browser finds no passkey, and the passphrase still unlocks.
    await device.send('WebAuthn.clearCredentials', { authenticatorId })
    await page.goto('/chat')
    await vault.locked.click()
    await usePasskey.click()
    await expect(vault.unlock.getByRole('alert')).toContainText('Passkey not used')
    await vault.unlockWith(PASSPHRASE)
    await expect(vault.lockNow).toBeVisible()
  })
})

test('behavior: after remember, lock and exit, nothing of a key is in the profile on disk', async ({
  service,
  other,
}) => {
  test.setTimeout(120_000 + PROFILES * 60_000)
  let bytes = 0
  for (let run = 0; run < PROFILES; run += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'playground-profile-'))
    try {
      const canaries = await leaveProfile(folder, service.ready.appUrl, other)
      const scan = scanFolder(folder, canaries.secret)
      bytes += scan.bytes
      expect(scan.hits).toEqual([])
      // The same scan finds what is only hidden from scripts, and what is stored in clear.
      const control = scanFolder(folder, canaries.control).hits.join('\n')
      expect(control).toContain('CryptoKey in ')
      expect(control).toContain('session text in UTF-16 in ')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  report('profiles scanned for a remembered key', { profiles: PROFILES, bytes, hits: 0 })
})

/** Remembers, uses, locks and leaves; returns what the disk must not contain, and what it must. */
async function leaveProfile(folder: string, appUrl: string, { baseUrl, key }: OtherServer) {
  const context = await chromium.launchPersistentContext(folder, launchOptions('shell'))
  const page = await context.newPage()
  const vaultKeys: number[][] = []
  await page.exposeFunction('recordVaultKey', (bytes: number[]) => vaultKeys.push(bytes))
  await page.addInitScript(recordImportedKeys)
  await page.goto(`${appUrl}chat`)
  const chat = new ChatScreen(page)
  await chat.ready()
  const vault = new VaultScreen(page)
  const header = `header-canary-${Math.random().toString(36).slice(2).repeat(2)}`
  await vault.rememberWithPassphrase({ baseUrl, key, name: 'Other', headers: `api-key: ${header}` })
  await expect(await chat.ask('Hello')).toContainText('Hello from elsewhere')
  const control = await page.evaluate(storeInClear)
  await vault.lockNow.click()
  await expect(vault.locked).toBeVisible()
  // The browser writes what a session stores some seconds later, and leaves without it.
  await expect
    .poll(() => scanFolder(folder, asStored('session text', control.text)).hits)
    .not.toEqual([])
  await context.close()
  const [vaultKey] = vaultKeys
  if (vaultKey === undefined) throw new Error('No vault key was seen.')
  return {
    secret: {
      ...asStored('API key', key),
      ...asStored('header', header),
      ...asStored('passphrase', PASSPHRASE),
      'vault key': Buffer.from(vaultKey),
    },
    control: { ...asStored('session text', control.text), CryptoKey: Buffer.from(control.key) },
  }
}

/** Runs in the page: reports every AES key that is imported from bytes. */
function recordImportedKeys() {
  const importKey: unknown = Reflect.get(SubtleCrypto.prototype, 'importKey')
  if (typeof importKey !== 'function') return
  SubtleCrypto.prototype.importKey = function record(this: SubtleCrypto, ...given: unknown[]) {
    const [, bytes, algorithm] = given
    const tell: unknown = Reflect.get(globalThis, 'recordVaultKey')
    if (algorithm === 'AES-GCM' && bytes instanceof Uint8Array && typeof tell === 'function')
      tell([...bytes])
    return Reflect.apply(importKey, this, given)
  }
}

/** Runs in the page: stores a key that cannot be exported, and a text for this tab alone. */
async function storeInClear(): Promise<{ key: number[]; text: string }> {
  const key = crypto.getRandomValues(new Uint8Array(32))
  const text = `session-${crypto.randomUUID()}`
  sessionStorage.setItem('control', text)
  const cryptoKey = await crypto.subtle.importKey('raw', key, 'AES-CTR', false, ['encrypt'])
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('control', 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('keys'))
    opening.addEventListener('error', () => reject(new Error('not opened')))
    opening.addEventListener('success', () => {
      const transaction = opening.result.transaction('keys', 'readwrite', { durability: 'strict' })
      transaction.objectStore('keys').put(cryptoKey, 'key')
      transaction.addEventListener('complete', () => resolve())
    })
  })
  return { key: [...key], text }
}
