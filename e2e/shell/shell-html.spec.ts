import type { Page } from '@playwright/test'

import { ChatScreen } from '../support/chat-screen.ts'
import { expect, test } from '../support/fixtures.ts'

/** The scripts of the app, but for the small one that is there before the page is drawn. */
const APP = /\/assets\/(?!before-app-)[^/]*\.js$/

/** The app's scripts come when the test lets them. */
function holdApp(page: Page) {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return {
    held: page.route(APP, async (route) => {
      await released
      await route.continue()
    }),
    release,
  }
}

test('a chat is drawn and can be typed into before the app is there, and nothing typed is lost', async ({
  page,
}) => {
  const { held, release } = holdApp(page)
  await held
  await page.goto('/chat', { waitUntil: 'commit' })
  const chat = new ChatScreen(page)
  await expect(page.getByRole('heading', { name: 'Chat' })).toBeAttached()
  await chat.message.fill('/tokens 3 Typed early')
  await chat.message.press('Home')
  release()
  await chat.ready()
  await expect(chat.message).toHaveValue('/tokens 3 Typed early')
  await expect(chat.message).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(chat.answers.getByRole('group', { name: 'Response metrics' })).toBeVisible()
})

test('a word that an input method is in the middle of is not typed twice', async ({ page }) => {
  const { held, release } = holdApp(page)
  await held
  await page.goto('/chat', { waitUntil: 'commit' })
  const chat = new ChatScreen(page)
  await chat.message.fill('Say ')
  const keyboard = await page.context().newCDPSession(page)
  const compose = (text: string) =>
    keyboard.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
  await compose('にほ')
  release()
  await page.waitForLoadState('networkidle')
  // Nothing was pressed while the app arrived.
  await expect(chat.message).toHaveValue('Say にほ')
  await compose('にほん')
  await keyboard.send('Input.insertText', { text: '日本' })
  await chat.ready()
  await expect(chat.message).toHaveValue('Say 日本')
  await page.keyboard.type('!')
  await expect(chat.message).toHaveValue('Say 日本!')
})

test('the page is dark from its first paint on a light system, where that was chosen', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.addInitScript(() => {
    if (location.protocol === 'http:')
      localStorage.setItem('playground.settings', JSON.stringify({ version: 1, theme: 'dark' }))
  })
  for (const path of ['/chat', '/wallet'])
    await test.step(path, async () => {
      const { held, release } = holdApp(page)
      await held
      await page.goto(path, { waitUntil: 'commit' })
      const root = page.locator('html')
      await expect(root).toHaveCSS('color-scheme', 'dark')
      const bar = page.locator('meta[name=theme-color][media=all]')
      await expect(bar).toHaveAttribute('content', '#13161c')
      release()
      await new ChatScreen(page).ready()
      await expect(root).toHaveCSS('color-scheme', 'dark')
      await page.unrouteAll({ behavior: 'wait' })
    })
})

test("the page says when the app can't be loaded, and reloads by a press", async ({ page }) => {
  for (const path of ['/chat', '/wallet'])
    await test.step(path, async () => {
      await page.route(/\/assets\/shell-[^/]*\.js$/, (route) => route.abort())
      await page.goto(path)
      const alert = page.getByRole('alert')
      await expect(alert).toContainText("Couldn't load the app")
      await page.unrouteAll()
      await alert.getByRole('button', { name: 'Reload' }).click()
      await new ChatScreen(page).ready()
      await expect(alert).toHaveCount(0)
    })
})

test.describe('a browser that is too old', () => {
  test.use({ isThrowing: true })

  test('is named as a cause', async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(window, 'matchMedia', { value: undefined }),
    )
    await page.goto('/chat')
    await expect(page.getByRole('alert')).toContainText('up to date')
  })
})

test('other areas and conversations do not begin as an empty chat', async ({ page }) => {
  for (const path of ['/image', '/wallet', '/chat/some-conversation']) {
    const response = await page.request.get(path)
    expect(await response.text(), path).not.toContain('aria-label="Message"')
  }
  const response = await page.request.get('/chat')
  expect(await response.text()).toContain('aria-label="Message"')
})
