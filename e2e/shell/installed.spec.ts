import type { BrowserContext, Page } from '@playwright/test'

import { ChatScreen } from '../support/chat-screen.ts'
import { expect } from '../support/fixtures.ts'
import { test } from '../support/static-host.ts'
import { appStored } from '../support/stored-app.ts'

test.use({ serviceWorkers: 'allow' })

/** What of the manifest the tests use. */
interface Manifest {
  shortcuts: { name: string; url: string }[]
  share_target: { action: string; method: string; enctype: string }
  file_handlers: { action: string }[]
}

const readManifest = async (page: Page, appUrl: string): Promise<Manifest> =>
  (await page.request.get(`${appUrl}manifest.webmanifest`)).json()

/** Opens the app and waits until its service worker is there. */
async function openStored(page: Page): Promise<void> {
  await page.clock.install()
  await page.goto('chat/')
  await new ChatScreen(page).message.click()
  await appStored(page)
}

/** Submits what the browser makes of shared content, as a page of its own. */
async function share(context: BrowserContext, action: string): Promise<Page> {
  const page = await context.newPage()
  await page.setContent(`<form action="${action}" method="post" enctype="multipart/form-data">
    <input name="title" value="A cat"><input name="text" value="Look at this">
    <input name="url" value="https://cats.example/"><input name="files" type="file"><button>Share</button>
  </form>`)
  const icon = await page.request.get(new URL('icon-192.png', action).href)
  const picture = { name: 'cat.png', mimeType: 'image/png', buffer: await icon.body() }
  await page.locator('input[type=file]').setInputFiles(picture)
  await page.getByRole('button', { name: 'Share' }).click()
  return page
}

test('what another app shares is discarded by one press, or becomes a draft with attachments, and leaves the browser nowhere', async ({
  page,
  host,
}) => {
  const { share_target: target } = await readManifest(page, host.appUrl)
  expect(target).toMatchObject({ method: 'POST', enctype: 'multipart/form-data' })
  await openStored(page)
  const action = new URL(target.action, host.appUrl).href
  // As a website may, unasked.
  const unasked = new ChatScreen(await share(page.context(), action))
  await expect(unasked.page.getByRole('list', { name: 'Attachments' })).toContainText('cat.png')
  await unasked.page.getByRole('button', { name: 'Discard' }).click()
  await expect(unasked.message).toHaveValue('')
  await expect(unasked.page.getByRole('list', { name: 'Attachments' })).toHaveCount(0)

  const shared = new ChatScreen(await share(page.context(), action))
  await expect(shared.message).toHaveValue('A cat\nLook at this\nhttps://cats.example/')
  await expect(shared.page.getByRole('list', { name: 'Attachments' })).toContainText('cat.png')
  await expect(shared.page).toHaveURL(/\/playground\/$/)
  expect(host.unexpected).toEqual([])
  // Any website can do that: it is said, and all of it goes with one press.
  await expect(shared.page.getByText('shared text and a file. Nothing was sent.')).toBeVisible()

  // It was read once: a reload has the draft, and asks for nothing again.
  await shared.page.reload()
  await expect(shared.message).toHaveValue('A cat\nLook at this\nhttps://cats.example/')
})

test('every shortcut opens its area, in a folder of a web server too', async ({ page, host }) => {
  const { shortcuts, file_handlers: handlers } = await readManifest(page, host.appUrl)
  for (const { url } of [...shortcuts, ...handlers.map(({ action }) => ({ url: action }))]) {
    expect(url).toMatch(/^\/playground\//)
    await page.goto(new URL(url, host.appUrl).href)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await expect(page.getByRole('main')).not.toContainText('Page not found')
  }
})
