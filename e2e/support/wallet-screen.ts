import { expect, type Locator, type Page } from '@playwright/test'

import { seen } from './seen.ts'

/** The wallet area as a person knows it: by roles and names. */
export class WalletScreen {
  readonly page: Page
  readonly balance: Locator
  readonly signIn: Locator
  readonly topUp: Locator
  readonly confirm: Locator
  readonly wallets: Locator
  readonly activity: Locator

  constructor(page: Page) {
    this.page = page
    this.balance = page.getByRole('status', { name: 'Balance' })
    this.signIn = page.getByRole('button', { name: 'Sign in', exact: true })
    this.topUp = page.getByRole('button', { name: 'Top up', exact: true })
    this.confirm = page.getByRole('button', { name: /^Confirm and sign \$/ })
    this.wallets = page.getByRole('list', { name: 'Wallets' })
    this.activity = page.getByRole('region', { name: 'Activity' })
  }

  async open(): Promise<void> {
    await this.page.goto('/wallet')
  }

  /** The wallet area in another tab of the same browser. */
  async inAnotherTab(): Promise<WalletScreen> {
    const other = new WalletScreen(await this.page.context().newPage())
    await other.open()
    return other
  }

  /** Connects a wallet by the name it is offered under. */
  async connect(name: string): Promise<void> {
    await this.wallets.getByRole('button', { name, exact: true }).click()
    await seen(this.signIn)
  }

  /** Signs in, unless the wallet pays already, and waits until it can be topped up. */
  async signedIn(): Promise<void> {
    await seen(this.signIn.or(this.topUp))
    if (await this.signIn.isVisible()) await this.signIn.click()
    await seen(this.topUp)
  }

  /** The practice wallet has testnet USDC from the start. */
  async fund(): Promise<void> {
    await seen(this.page.getByText('Wallet balance: $100.00'))
  }

  /** Chooses an amount and goes on to the review. */
  async check(amount = '$10'): Promise<void> {
    const amounts = this.page.getByRole('radiogroup', { name: 'Amount' })
    const ready = this.page.getByRole('heading', { name: 'Ready', exact: true })
    await seen(amounts.or(ready))
    // With a balance, the amounts come with a press.
    if (await ready.isVisible()) await this.topUp.click()
    await amounts.getByRole('radio', { name: amount, exact: true }).check()
    await this.topUp.click()
    await seen(this.confirm)
  }

  /** Tops up, from choosing the amount until it is credited. */
  async pay(amount: string): Promise<void> {
    await this.check(amount)
    await this.confirm.click()
    await seen(this.page.getByRole('heading', { name: `${amount}.00 credited` }))
    await this.page.getByRole('button', { name: 'Done', exact: true }).click()
  }

  /** The way of a newcomer from choosing a practice wallet to $10 credited, and back to the review of the next. */
  async topUpFirst(name: string, network: string): Promise<void> {
    await this.open()
    await this.connect(name)
    await expect(this.page.getByText('Practice: testnet USDC only')).toBeVisible()
    await this.signedIn()
    await expect(this.balance).toHaveText('$0.00')
    await this.fund()
    await this.check()
    await expect(this.fact('Amount')).toContainText('$10.00')
    await expect(this.fact('Network')).toContainText(network)
    await this.confirm.click()
    await expect(this.page.getByRole('heading', { name: '$10.00 credited' })).toBeVisible()
    await expect(this.balance).toHaveText('$10.00')
    await expect(this.activity).toContainText('credited')
    await this.page.getByRole('button', { name: 'Done', exact: true }).click()
    await this.topUp.click()
    await expect(this.page.getByText('Wallet balance: $90.00')).toBeVisible()
  }

  /** Opens what the review has folded: every field that is signed. */
  async showSigned(): Promise<void> {
    await this.page.getByText('Everything you sign', { exact: true }).click()
  }

  /** Goes to an area by its link, without a new page. */
  async goTo(area: 'Chat' | 'Wallet' | 'Explore'): Promise<void> {
    await this.page.getByRole('link', { name: area, exact: true }).click()
  }

  /** A fact of the review by its name. */
  fact(name: string): Locator {
    return this.page
      .getByRole('term')
      .filter({ hasText: name })
      .locator('xpath=following-sibling::dd')
  }
}
