import { encodeSetup } from '../../src/core/share/codec.ts'
import { chatOf } from '../../src/core/share/testing/share-fixtures.ts'
import { ChatScreen } from '../support/chat-screen.ts'
import { expect } from '../support/fixtures.ts'
import { startOtherServer, type OtherServer } from '../support/other-server.ts'
import { test as base } from '../support/static-host.ts'

const test = base.extend<{ other: OtherServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright asks for it.
  other: async ({}, use) => {
    const other = await startOtherServer()
    await use(other)
    await other.stop()
  },
})

test('every area opens in a folder of a plain web server, and opens again after a reload', async ({
  page,
}) => {
  await page.goto('.')
  const main = page.getByRole('navigation', { name: 'Main' })
  for (const area of ['Image', 'Evaluate', 'Wallet', 'Explore', 'Chat']) {
    await main.getByRole('link', { name: area, exact: true }).click()
    const heading = page.getByRole('heading', { name: area, level: 1, exact: true })
    await expect(heading).toBeAttached()
    await expect(page).toHaveURL(new RegExp(`/playground/${area.toLowerCase()}$`))
    await page.reload()
    await expect(heading).toBeAttached()
  }
  await page.goto('nothing/here')
  await expect(page.getByRole('main')).toContainText('Page not found')
  await page.getByRole('link', { name: 'Go to Chat' }).click()
  await expect(page).toHaveURL(/\/playground\/chat$/)
})

test('the page has its policy in itself', async ({ page }) => {
  await page.goto('chat/')
  const policy = page.locator('meta[http-equiv="Content-Security-Policy"]')
  await expect(policy).toHaveAttribute('content', /script-src 'self' 'sha256-/)
  await expect(policy).toHaveAttribute('content', /require-trusted-types-for 'script'/)
  // What comes before it would not be under it.
  const first = page.locator('head > :is(meta[http-equiv], script, link)').first()
  await expect(first).toHaveAttribute('http-equiv', 'Content-Security-Policy')
})

test('a server on this computer responds to the page, and another tab has the conversation', async ({
  page,
  other,
}) => {
  await page.goto('chat/')
  const chat = new ChatScreen(page)
  const chip = page.getByRole('button', { name: 'Connection', exact: true })
  await chip.click()
  const dialog = page.getByRole('dialog', { name: 'Connection' })
  await dialog.getByRole('button', { name: 'Add connection' }).click()
  await dialog.getByRole('textbox', { name: 'Base URL' }).fill(other.baseUrl)
  await dialog.getByLabel('API key').fill(other.key)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(await chat.ask('Hello')).toContainText('Hello from elsewhere')

  await expect(page).toHaveURL(/\/playground\/chat\/[\w-]+$/)
  const again = await page.context().newPage()
  await again.goto(page.url())
  await expect(new ChatScreen(again).answers).toContainText('Hello from elsewhere')
})

test('a link opened where nothing is installed gives a response after one press', async ({
  page,
}) => {
  const shared = encodeSetup({
    ...chatOf(100),
    settings: { stream: true, temperature: 0.25 },
    messages: [{ role: 'user', content: 'What can you do?' }],
  })
  await page.goto(`chat/${shared}`)
  const chat = new ChatScreen(page)
  await chat.send.click()
  await expect(chat.answers.first().getByRole('group', { name: 'Response metrics' })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Practice mode' })).toBeVisible()
})
