import { expect, type Locator, type Page } from '@playwright/test'

import { ChatScreen } from '../support/chat-screen.ts'
import { PASSPHRASE } from '../support/vault-screen.ts'

export interface NewAccount {
  network?: 'Base Sepolia' | 'Solana devnet'
  /** Saved behind {@link PASSPHRASE}, unless it is to be in memory alone. */
  key?: 'Save encrypted' | 'Until reload'
  /** In US dollars, by the name of the field. */
  limits?: Partial<Record<'Ceiling' | 'Daily limit' | 'Per request limit', string>>
}

/** The pocket account as a person knows it. */
export class PocketScreen {
  readonly page: Page
  readonly panel: Locator
  readonly status: Locator
  readonly balance: Locator
  readonly create: Locator
  readonly unlock: Locator
  readonly lock: Locator
  readonly topUp: Locator
  readonly newAccount: Locator
  readonly fund: Locator
  /** In the bar, while the account can sign. */
  readonly lamp: Locator

  constructor(page: Page) {
    this.page = page
    this.panel = page.getByRole('region', { name: 'Pocket account' })
    this.status = page.getByRole('status', { name: 'Pocket account' })
    this.balance = page.getByRole('status', { name: 'Balance' })
    const button = (name: string) => this.panel.getByRole('button', { name, exact: true })
    this.create = button('Create pocket account')
    this.unlock = button('Unlock')
    this.lock = button('Lock')
    this.topUp = button('Top up')
    this.newAccount = page.getByRole('dialog', { name: 'New pocket account' })
    this.fund = page.getByRole('dialog', { name: 'Fund pocket account' })
    this.lamp = page.getByRole('banner').getByRole('button', { name: 'Lock pocket account' })
  }

  async open(): Promise<void> {
    await this.page.goto('/wallet')
  }

  /** Creates an account, until it is shown how it is funded. */
  async createAccount({ network, key = 'Save encrypted', limits = {} }: NewAccount = {}) {
    const { newAccount } = this
    await this.create.click()
    if (network !== undefined)
      await newAccount.getByRole('radio', { name: network, exact: true }).check()
    for (const [name, value] of Object.entries(limits))
      await newAccount.getByRole('spinbutton', { name, exact: true }).fill(value)
    await newAccount.getByRole('radio', { name: key, exact: true }).check()
    if (key === 'Save encrypted')
      await newAccount.getByRole('textbox', { name: 'Choose a passphrase' }).fill(PASSPHRASE)
    await newAccount.getByRole('button', { name: 'Create pocket account' }).click()
    await expect(this.fund.getByRole('textbox', { name: 'Wallet address' })).toBeVisible()
  }

  /** Creates an account that has a balance. */
  async createFunded(given: NewAccount = {}): Promise<void> {
    await this.createAccount(given)
    await this.getTestUsdc()
  }

  /** Funds it from the faucet, until what arrived is topped up. */
  async getTestUsdc(): Promise<void> {
    await this.fund.getByRole('button', { name: 'Get test USDC' }).click()
    await expect(this.page.getByRole('heading', { name: /^\$\d+\.\d\d credited$/ })).toBeVisible()
    // It closes a moment later; before that a person could press nothing behind it.
    await expect(this.fund).toBeHidden()
  }

  /** From the address of an account without funds to a response that it paid, in at most three presses. */
  async payFirst(): Promise<void> {
    const { page } = this
    let presses = 0
    const press = async (button: Locator) => {
      presses += 1
      await button.click()
    }
    await press(this.fund.getByRole('button', { name: 'Get test USDC' }))
    await expect(page.getByRole('heading', { name: '$5.00 credited' })).toBeVisible()
    await expect(this.balance).toHaveText('$5.00')
    await press(page.getByRole('button', { name: 'Start chatting' }))
    const chat = new ChatScreen(page)
    await chat.message.fill('Hello')
    const sent = page.waitForRequest('**/chat/completions')
    await press(chat.send)
    await expect(page.getByRole('group', { name: 'Response metrics' })).toBeVisible()
    expect(presses).toBeLessThanOrEqual(3)
    expect((await sent).headers()['sign-in-with-x']).toBeDefined()
    expect((await sent).headers()['authorization']).toBeUndefined()
  }
}
