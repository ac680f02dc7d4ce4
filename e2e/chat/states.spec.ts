import type { Page } from '@playwright/test'

import { expectAccessible, expectAccessibleInBothColors } from '../support/accessibility.ts'
import { pressAbove, type ChatScreen } from '../support/chat-screen.ts'
import { expect, test } from '../support/fixtures.ts'

interface State {
  name: string
  /** Brings it onto the screen, from the state before it. */
  show: (chat: ChatScreen, page: Page) => Promise<void>
  /** Takes away what would stand before the next one. */
  leave?: (chat: ChatScreen, page: Page) => Promise<void>
}

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
    leave: escape,
  },
  {
    name: 'all models',
    show: async (_, page) => {
      await page.getByRole('button', { name: 'Browse models' }).click()
      await expect(page.getByRole('button', { name: 'Use sandbox-large' })).toBeVisible()
    },
    leave: escape,
  },
  {
    name: 'what can be attached',
    show: async (_, page) => {
      await page.getByRole('button', { name: 'Attach', exact: true }).click()
      await expect(page.getByRole('menu', { name: 'Attach' })).toBeVisible()
    },
  },
  {
    name: 'an attachment and a check of it',
    show: async (_, page) => {
      await page.getByRole('menuitem', { name: 'Sample audio' }).click()
      await expect(page.getByText("doesn't support audio")).toBeVisible()
    },
    leave: async (_, page) => page.getByRole('button', { name: 'Remove melody.wav' }).click(),
  },
  {
    name: 'streaming',
    show: async (chat) => {
      await chat.say('/tokens 4000 /rate 40')
      await expect.poll(async () => (await chat.answers.textContent())?.length).toBeGreaterThan(90)
    },
    leave: async (chat) => chat.stop.click(),
  },
  { name: 'stopped', show: async (chat) => expect(chat.answers.first()).toContainText('Stopped') },
  { name: 'finished', show: async (chat) => void (await chat.ask('/markdown /rate 3000')) },
  {
    name: 'the menu of a message',
    show: async (_, page) => {
      const toolbar = page.getByRole('toolbar', { name: 'Assistant message actions' }).last()
      await toolbar.getByRole('button', { name: 'More actions' }).click()
      await expect(page.getByRole('menuitem', { name: 'Move up' })).toBeVisible()
    },
    leave: escape,
  },
  {
    name: 'a variable without a value',
    show: async (chat, page) => {
      await chat.message.fill('The weather in {{city}}')
      await expect(page.getByRole('textbox', { name: 'Value of city' })).toBeVisible()
    },
    leave: async (chat) => chat.message.fill(''),
  },
  { name: 'failed', show: async (chat) => void (await chat.ask('/fail 503')) },
  {
    name: 'a tool call that waits',
    show: async (chat, page) => {
      await chat.ask('/tool')
      await expect(page.getByRole('textbox', { name: 'Result of get_weather' })).toBeVisible()
    },
  },
  {
    name: 'presets',
    show: async (_, page) => {
      await pressAbove(page, 'Presets')
      await expect(page.getByRole('dialog', { name: 'Presets' })).toBeVisible()
    },
    leave: escape,
  },
  {
    name: 'history',
    show: async (_, page) => {
      await page.getByRole('button', { name: 'History', exact: true }).click()
      await expect(page.getByRole('link', { name: /tokens 4000/ })).toBeVisible()
    },
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
      for (const { name: state, show, leave } of STATES)
        await test.step(state, async () => {
          await show(chat, page)
          await scan(page)
          const sideways = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          )
          expect(sideways).toBe(0)
          await leave?.(chat, page)
        })
    })
  })

test('an answer is announced at its beginning and its end, and never word by word', async ({
  chat,
  page,
}) => {
  await page.evaluate(() => {
    const heard: string[] = []
    Reflect.set(globalThis, 'heard', heard)
    const isLive = '[role=status], [role=alert], output, [aria-live=polite], [aria-live=assertive]'
    const observer = new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        const from = target instanceof Element ? target : target.parentElement
        const region = from?.closest(isLive)
        const inside = [...addedNodes].filter((node) => node instanceof Element)
        const added = inside.flatMap((node) => [node, ...node.querySelectorAll(isLive)])
        for (const live of [region, ...added.filter((node) => node.matches(isLive))])
          if (live) heard.push(live.textContent)
      }
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  const answer = await chat.ask('/tokens 200 /rate 100')
  const heard = await page.evaluate(() => Reflect.get(globalThis, 'heard') as string[])
  const words = (await answer.locator('.md').textContent())?.slice(0, 30) ?? ''
  expect(words).toHaveLength(30)
  expect(heard.filter((text) => text.includes(words))).toEqual([])
  expect(heard).toContain('Streaming')
  await expect(page.getByRole('status', { name: 'Response status' })).toHaveText(
    'Response complete.',
  )
})
