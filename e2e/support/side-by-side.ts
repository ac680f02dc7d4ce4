import { expect, type Locator, type Page } from '@playwright/test'

import { pressAbove } from './chat-screen.ts'

/** A board of one row as a person knows it: a conversation in each column. */
export class SideBySide {
  readonly page: Page
  readonly message: Locator
  readonly send: Locator
  readonly stopAll: Locator

  constructor(page: Page) {
    this.page = page
    this.message = page.getByRole('textbox', { name: 'Message', exact: true })
    this.send = page.getByRole('button', { name: 'Send', exact: true })
    const main = page.getByRole('button', { name: 'Stop', exact: true })
    this.stopAll = main.first()
  }

  /** Opens it from the chat, with the second column on another model. */
  static async open(page: Page): Promise<SideBySide> {
    await pressAbove(page, 'Compare')
    await expect(page).toHaveURL(/\/evaluate$/)
    const screen = new SideBySide(page)
    await expect(page.getByRole('columnheader', { name: /^B / })).toBeVisible()
    return screen
  }

  async setModel(letter: string, model: string): Promise<void> {
    const picker = this.page.getByRole('combobox', { name: `Model ${letter}` })
    await picker.fill(model)
    await picker.press('Enter')
  }

  cell(turn: number, letter: string): Locator {
    return this.page.getByRole('gridcell', { name: new RegExp(`^Case ${turn}, ${letter}: `) })
  }

  async say(text: string): Promise<void> {
    await this.message.fill(text)
    await this.send.click()
  }

  async expectDone(turn: number, ...letters: string[]): Promise<void> {
    for (const letter of letters)
      await expect(this.cell(turn, letter)).toHaveAccessibleName(/done$/)
  }
}

/** The body of each chat request of this page, in order. */
export function sentBodies(page: Page): Record<string, unknown>[] {
  const bodies: Record<string, unknown>[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/chat/completions'))
      bodies.push(request.postDataJSON() as Record<string, unknown>)
  })
  return bodies
}

/** The messages of such a body. */
export const messagesOf = (body: Record<string, unknown> | undefined) =>
  (body?.['messages'] ?? []) as { role: string; content: unknown }[]
