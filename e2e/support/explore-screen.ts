import { expect, type Locator, type Page } from '@playwright/test'

/** The Explore area by its names. */
export class ExploreScreen {
  readonly page: Page
  readonly path: Locator
  readonly method: Locator
  readonly send: Locator
  readonly answer: Locator
  readonly call: Locator
  readonly status: Locator

  constructor(page: Page) {
    this.page = page
    this.call = page.getByRole('form', { name: 'Request' })
    this.path = this.call.getByRole('textbox', { name: 'Path' })
    this.method = this.call.getByRole('combobox', { name: 'Method', exact: true })
    this.send = this.call.getByRole('button', { name: 'Send', exact: true })
    this.answer = page.getByRole('region', { name: 'Response', exact: true })
    this.status = this.answer.getByRole('status', { name: 'Status' })
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/explore${query}`)
    await expect(this.path).toBeVisible()
  }

  /** Chooses an operation by its key, such as "GET /models". */
  async choose(key: string): Promise<void> {
    const [method = '', path = ''] = key.split(' ')
    await this.page
      .getByRole('navigation', { name: 'Endpoints' })
      .getByRole('button', {
        name: new RegExp(`^${method}\\s*${path.replace(/[{}]/g, '\\$&')}(?![\\w/])`),
      })
      .click()
    await expect(this.method).toHaveValue(method)
  }

  /** Shows the body as JSON text and replaces it. */
  async writeBody(text: string): Promise<void> {
    const asText = this.call.getByRole('radio', { name: 'Text' })
    if ((await asText.count()) > 0) await asText.check()
    await this.call.getByRole('textbox', { name: 'Body' }).fill(text)
  }
}
