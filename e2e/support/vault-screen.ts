import { expect, type Locator, type Page } from '@playwright/test'

export const PASSPHRASE = 'correct horse battery staple'

/** The vault as a person sees it, from the connection dialog to what locks and unlocks. */
export class VaultScreen {
  readonly page: Page
  readonly chip: Locator
  readonly connection: Locator
  readonly unlock: Locator
  readonly saved: Locator
  readonly passphrase: Locator
  /** In the bar, while unlocked. */
  readonly lockNow: Locator
  /** In the bar, while locked. */
  readonly locked: Locator

  constructor(page: Page) {
    this.page = page
    const bar = page.getByRole('banner')
    this.chip = bar.getByRole('button', { name: 'Connection', exact: true })
    this.connection = page.getByRole('dialog', { name: 'Connection' })
    this.unlock = page.getByRole('dialog', { name: /^(?:Unlock keys|Save keys encrypted)$/ })
    this.saved = page.getByRole('dialog', { name: 'Saved keys' })
    this.passphrase = this.unlock.getByRole('textbox', { name: 'Passphrase' })
    this.lockNow = bar.getByRole('button', { name: 'Lock now' })
    this.locked = bar.getByRole('button', { name: 'Unlock keys' })
  }

  /** Adds a connection whose key is to be remembered, up to the question how it is unlocked. */
  async remember({
    baseUrl,
    key,
    name,
    headers,
  }: {
    baseUrl: string
    key: string
    name: string
    headers?: string
  }) {
    const { page, connection } = this
    await this.chip.click()
    await connection.getByRole('button', { name: 'Add connection' }).click()
    await connection.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await connection.getByRole('textbox', { name: 'Base URL' }).fill(baseUrl)
    const connect = connection.getByRole('button', { name: 'Connect', exact: true })
    const isAllowed = await page.evaluate(
      async (origin) => (await (await fetch('/config.json')).json()).apiOrigins.includes(origin),
      new URL(baseUrl).origin,
    )
    if (!isAllowed) {
      await connect.click()
      await page.getByRole('button', { name: 'Allow', exact: true }).click()
    }
    await connection.getByLabel('API key').fill(key)
    if (headers !== undefined) {
      await connection.getByText('Advanced').click()
      await connection.getByRole('textbox', { name: 'Headers' }).fill(headers)
    }
    await connection.getByRole('switch', { name: 'Remember this key' }).click()
    await connect.click()
    await expect(connection).toBeHidden()
  }

  async unlockWith(passphrase: string) {
    await this.passphrase.fill(passphrase)
    await this.unlock.getByRole('button', { name: /^(?:Unlock|Save)$/ }).click()
  }

  /** Remembers a key behind {@link PASSPHRASE}, and waits until it is saved. */
  async rememberWithPassphrase(given: Parameters<VaultScreen['remember']>[0]) {
    await this.remember(given)
    await this.unlockWith(PASSPHRASE)
    await expect(this.lockNow).toBeVisible()
  }
}
