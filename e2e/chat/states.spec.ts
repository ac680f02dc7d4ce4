import type { Page } from '@playwright/test'

import {
  COMPOSER,
  CONVERSATION,
  expectAccessible,
  expectAccessibleInBothColors,
  PANELS,
} from '../support/accessibility.ts'
import { pressAbove, type ChatScreen } from '../support/chat-screen.ts'
import { expect, test } from '../support/fixtures.ts'

interface State {
  name: string
  /** Brings it onto the screen, from the state before it. */
  show: (chat: ChatScreen, page: Page) => Promise<void>
  /** What of the page is new, as a selector; the rest is as it was before, or is looked at with a later state. */
  include?: string
  /** Takes away what would stand before the next one. */
  leave?: (chat: ChatScreen, page: Page) => Promise<void>
}

const LAST_ANSWER = 'article:last-of-type'

const escape = (_: ChatScreen, page: Page) => page.keyboard.press('Escape')

/** Every state of the chat, each on top of the one before. */
const STATES: readonly State[] = [
  { name: 'empty', show: async () => undefined },
  {
    name: 'model list',
    show: async (chat, page) => {
      await chat.model.click()
      await expect(page.getByRole('option', { name: /sandbox-chat/ }).first()).toBeVisible()
    },
    include: '[role=combobox], [role=listbox]',
    leave: escape,
  },
  {
    name: 'all models',
    show: async (_, page) => {
      await page.getByRole('button', { name: 'Browse models' }).click()
      await expect(page.getByRole('button', { name: 'Use sandbox-large' })).toBeVisible()
    },
    include: 'dialog[open]',
    leave: escape,
  },
  {
    name: 'an attachment, a check of it, and what else can be attached',
    show: async (_, page) => {
      const attach = page.getByRole('button', { name: 'Attach', exact: true })
      await attach.click()
      await page.getByRole('menuitem', { name: 'Sample audio' }).click()
      await expect(page.getByText("doesn't support audio")).toBeVisible()
      await attach.click()
      await expect(page.getByRole('menu', { name: 'Attach' })).toBeVisible()
    },
    include: `${COMPOSER}, [role=menu]`,
    leave: async (_, page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Remove melody.wav' }).click()
    },
  },
  {
    name: 'streaming',
    show: async (chat) => {
      await chat.say('/tokens 4000 /rate 40')
      await expect.poll(async () => (await chat.answers.textContent())?.length).toBeGreaterThan(90)
    },
    include: `${CONVERSATION}, ${COMPOSER}`,
    leave: async (chat) => chat.stop.click(),
  },
  {
    name: 'stopped',
    show: async (chat) => expect(chat.answers.first()).toContainText('Stopped'),
    include: `${LAST_ANSWER}, ${COMPOSER}`,
  },
  {
    name: 'finished, and the menu of it',
    show: async (chat, page) => {
      await chat.ask('/markdown /rate 3000')
      const toolbar = page.getByRole('toolbar', { name: 'Assistant message actions' }).last()
      await toolbar.getByRole('button', { name: 'More actions' }).click()
      await expect(page.getByRole('menuitem', { name: 'Move up' })).toBeVisible()
    },
    include: `${LAST_ANSWER}, [role=menu]`,
    leave: escape,
  },
  {
    name: 'failed, and a variable without a value',
    show: async (chat, page) => {
      await chat.ask('/fail 503')
      await chat.message.fill('The weather in {{city}}')
      await expect(page.getByRole('textbox', { name: 'Value of city' })).toBeVisible()
    },
    include: `${LAST_ANSWER}, ${COMPOSER}`,
    leave: async (chat) => chat.message.fill(''),
  },
  {
    name: 'a tool call that waits, below all answers before it',
    show: async (chat, page) => {
      await chat.ask('/tool')
      await expect(page.getByRole('textbox', { name: 'Result of get_weather' })).toBeVisible()
    },
  },
  {
    name: 'presets, with one to apply',
    show: async (_, page) => {
      await pressAbove(page, 'Presets')
      const dialog = page.getByRole('dialog', { name: 'Presets' })
      await dialog.getByRole('textbox', { name: 'Preset name' }).fill('One')
      await dialog.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(dialog).toContainText('One saved')
      await dialog.getByRole('button', { name: 'Use One' }).click()
    },
    include: 'dialog[open]',
    leave: escape,
  },
  {
    name: 'history',
    show: async (_, page) => {
      await page.getByRole('button', { name: 'History', exact: true }).click()
      await expect(page.getByRole('link', { name: /tokens 4000/ })).toBeVisible()
    },
    include: PANELS,
    leave: async (_, page) => page.getByRole('button', { name: 'Close history' }).click(),
  },
  {
    name: 'the request as JSON',
    show: async (chat, page) => {
      if (!(await chat.settings.isVisible()))
        await page.getByRole('button', { name: /^Settings/ }).click()
      await chat.settings.getByRole('radio', { name: 'JSON', exact: true }).check()
      await expect(chat.settings.getByRole('textbox', { name: 'Request JSON' })).toBeVisible()
    },
    include: PANELS,
  },
]

const screens = [
  {
    name: 'wide',
    use: { viewport: { width: 1280, height: 800 } },
    scan: expectAccessibleInBothColors,
  },
  // The colors of a phone are the same ones.
  {
    name: 'phone',
    use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    scan: expectAccessible,
  },
] as const

for (const { name, use, scan } of screens)
  test.describe(`every state of the chat is accessible, ${name}`, () => {
    test.use(use)

    test('and nothing scrolls sideways', async ({ chat, page }) => {
      // Many screens, each looked at whole.
      test.setTimeout(360_000)
      for (const { name: state, show, include, leave } of STATES)
        await test.step(state, async () => {
          await show(chat, page)
          await scan(page, include === undefined ? {} : { include })
          const sideways = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          )
          expect(sideways).toBe(0)
          await leave?.(chat, page)
        })
    })
  })
