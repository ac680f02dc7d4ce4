import type { Page } from '@playwright/test'

import { ChatScreen } from '../support/chat-screen.ts'
import { expect, test } from '../support/fixtures.ts'

/** Scripts come when the test lets them. */
function holdScripts(page: Page) {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return {
    held: page.route('**/assets/*.js', async (route) => {
      await released
      await route.continue()
    }),
    release,
  }
}

test('a chat is drawn and can be typed into before any script, and nothing typed is lost', async ({
  page,
}) => {
  const { held, release } = holdScripts(page)
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

test('other areas and conversations do not begin as an empty chat', async ({ page }) => {
  for (const path of ['/image', '/wallet', '/chat/some-conversation']) {
    const response = await page.request.get(path)
    expect(await response.text(), path).not.toContain('aria-label="Message"')
  }
  const response = await page.request.get('/chat')
  expect(await response.text()).toContain('aria-label="Message"')
})
