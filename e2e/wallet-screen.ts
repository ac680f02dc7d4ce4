import { expect, type Locator, type Page } from '@playwright/test'

/** The wallet area as a person knows it: by roles and names. */
export class WalletScreen {
  readonly page: Page
  readonly balance: Locator
  readonly signIn: Locator
  readonly topUp: Locator
  readonly confirm: Locator
  readonly dialog: Locator
  readonly journal: Locator

  constructor(page: Page) {
    this.page = page
    this.balance = page.getByRole('status', { name: 'Balance' })
    this.signIn = page.getByRole('button', { name: 'Sign in', exact: true })
    this.topUp = page.getByRole('button', { name: 'Top up', exact: true })
    this.confirm = page.getByRole('button', { name: 'Confirm and sign', exact: true })
    this.dialog = page.getByRole('dialog', { name: 'Connect wallet' })
    this.journal = page.getByRole('region', { name: 'Payments from this browser' })
  }

  async open(): Promise<void> {
    await this.page.goto('/wallet')
  }

  /** Connects a wallet by the name it is offered under. */
  async connect(name: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Connect wallet', exact: true }).click()
    await this.dialog.getByRole('button', { name, exact: true }).click()
    await expect(this.dialog).toBeHidden()
    await expect(this.signIn).toBeVisible()
  }

  /** Signs in and waits for the balance. */
  async signedIn(): Promise<void> {
    await this.signIn.click()
    await expect(this.topUp).toBeEnabled()
  }

  /** Gets test USDC for the practice wallet. */
  async fund(): Promise<void> {
    await this.page.getByRole('button', { name: 'Get test USDC' }).click()
    await expect(this.page.getByText('you hold $100.00')).toBeVisible()
  }

  /** Chooses an amount and goes on to the check screen. */
  async check(amount = '$10'): Promise<void> {
    await this.page
      .getByRole('radiogroup', { name: 'Amount' })
      .getByRole('radio', { name: amount, exact: true })
      .check()
    await this.topUp.click()
    await expect(this.confirm).toBeVisible()
  }

  /** A fact of the check screen by its name. */
  fact(name: string): Locator {
    return this.page
      .getByRole('term')
      .filter({ hasText: name })
      .locator('xpath=following-sibling::dd')
  }
}
