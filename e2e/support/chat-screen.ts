import { expect, type Locator, type Page } from '@playwright/test'

import { seen } from './seen.ts'

/** The chat screen as a person knows it: by roles and names. */
export class ChatScreen {
  readonly page: Page
  readonly message: Locator
  readonly send: Locator
  readonly stop: Locator
  readonly model: Locator
  readonly answers: Locator
  readonly settings: Locator
  readonly inspector: Locator

  constructor(page: Page) {
    this.page = page
    this.message = page.getByRole('textbox', { name: 'Message', exact: true })
    this.send = page.getByRole('button', { name: 'Send', exact: true })
    this.stop = page.getByRole('button', { name: 'Stop', exact: true })
    this.model = page.getByRole('combobox', { name: 'Model', exact: true })
    this.answers = page.getByRole('article', { name: 'Assistant message' })
    this.settings = page.getByRole('region', { name: 'Settings' })
    this.inspector = page.getByRole('region', { name: 'Inspector' })
  }

  /** Resolves when the page is connected to its service. */
  async ready(): Promise<void> {
    const chip = this.page.getByRole('button', { name: 'Connection', exact: true })
    await seen(chip.filter({ hasText: 'This machine' }))
  }

  /** Sends a message and does not wait for the answer. */
  async say(text: string): Promise<void> {
    await this.message.fill(text)
    await this.send.click()
  }

  /** Sends a message and waits until its answer has settled. */
  async ask(text: string): Promise<Locator> {
    await this.message.fill(text)
    // Not before the conversation is there, with the answers it has already.
    await expect(this.send).toBeEnabled()
    const before = await this.answers.count()
    await this.send.click()
    const answer = this.answers.nth(before)
    await seen(answer.getByRole('group', { name: 'Response metrics' }))
    return answer
  }

  /** The body that the service received, as the model echoed it. */
  async echo(): Promise<Record<string, unknown>> {
    return this.echoed(await this.ask('/echo'))
  }

  /** The body of the request that an answer echoes, once all of it is drawn. */
  async echoed(answer: Locator): Promise<Record<string, unknown>> {
    // With several choices each of them is an echo; where JSON was asked for, the fence stands too.
    const asText = answer.getByRole('group', { name: 'Response as text' })
    const whole = answer.locator('pre code').or(asText).first()
    let body: Record<string, unknown> = {}
    await expect(async () => {
      const text = (await whole.textContent()) ?? ''
      body = JSON.parse(text.replace(/^```json\s|```\s*$/g, '')) as Record<string, unknown>
    }).toPass()
    return body
  }

  /** Picks a value of a setting that is a row of choices. */
  async choose(setting: string, value: string): Promise<void> {
    const group = this.settings.getByRole('radiogroup', { name: named(setting) })
    // What is said of a model that was just chosen may come and move it while it is pressed.
    await expect(() => group.getByRole('radio', { name: value, exact: true }).check()).toPass()
  }

  /** Opens what is edited below the line of a setting. */
  async openSetting(setting: string): Promise<void> {
    const line = this.settings.getByRole('button', { name: named(setting) })
    if ((await line.getAttribute('aria-expanded')) !== 'true') await line.click()
  }

  async chooseModel(id: string): Promise<void> {
    // The page may settle on a model of its own while the name is being typed.
    await expect(async () => {
      await this.model.fill(id)
      expect(await this.model.inputValue()).toBe(id)
    }).toPass()
    await this.model.press('Enter')
    await expect(this.model).toHaveValue(id)
  }

  async openInspector(tab: string): Promise<Locator> {
    // Not by what is seen: it may be on its way.
    const button = this.page.getByRole('button', { name: 'Inspector', exact: true })
    if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click()
    await this.inspector.getByRole('tab', { name: tab, exact: true }).click()
    return this.inspector.getByRole('tabpanel')
  }
}

/** The accessible name of a setting's control: its wire name, and its label where that differs. */
export function named(setting: string): RegExp {
  return new RegExp(`^${setting}(?:,|$)`)
}

/** Presses one of the buttons above the message, which a phone has in a menu. */
export async function pressAbove(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  const more = page.getByRole('button', { name: 'More for this chat' })
  await button.or(more).first().waitFor()
  if (await button.isVisible()) return button.click()
  await more.click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Adds a message of a role at the end, without sending. */
export async function addAs(page: Page, role: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
  await pressAbove(page, 'Add as message…')
  await page.getByRole('menuitem', { name: role, exact: true }).click()
}

/** Presses an item of the further actions of a message. */
export async function chooseAction(page: Page, message: Locator, item: string): Promise<void> {
  await message.hover()
  await message.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}
