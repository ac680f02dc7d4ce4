import { readFileSync, rmSync, writeFileSync, mkdtempSync, cpSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type { Page } from '@playwright/test'

import { ChatScreen } from '../support/chat-screen.ts'
import { expect, test as base } from '../support/fixtures.ts'
import { STATIC_FOLDER, startStaticHost, type StaticHost } from '../support/static-server.mjs'

const test = base.extend<{ folder: string; host: StaticHost }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright asks for it.
  folder: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'static-'))
    cpSync(STATIC_FOLDER, folder, { recursive: true })
    await use(folder)
    rmSync(folder, { recursive: true })
  },
  host: async ({ folder }, use) => {
    const host = await startStaticHost(folder)
    await use(host)
    await host.stop()
  },
  baseURL: async ({ host }, use) => {
    await use(host.appUrl)
  },
})

test.use({ serviceWorkers: 'allow' })

/** Opens the chat and waits until the app is stored. */
async function openStored(page: Page): Promise<ChatScreen> {
  await page.goto('chat/')
  const chat = new ChatScreen(page)
  await chat.message.click()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  return chat
}

/** A build that differs from the one in a folder by the name of its first script. */
function deployAnother(folder: string, suffix: string): void {
  const html = readFileSync(path.join(folder, 'index.html'), 'utf8')
  const entry = /<script type="module"[^>]* src="\/playground\/(assets\/[^"]+?)(?:\?[^"]*)?"/.exec(
    html,
  )?.[1]
  if (entry === undefined) throw new Error('index.html loads no script')
  const next = entry.replace(/(?:~\w+)?\.js$/, `~${suffix}.js`)
  cpSync(path.join(folder, entry), path.join(folder, next))
  rmSync(path.join(folder, entry))
  for (const file of ['index.html', 'chat/index.html', '404.html', 'service-worker.js']) {
    const text = readFileSync(path.join(folder, file), 'utf8')
    // The import map stays as the policy has its hash.
    const from = file.endsWith('.html') ? `src="/playground/${entry}` : entry
    writeFileSync(path.join(folder, file), text.replaceAll(from, from.replace(entry, next)))
  }
}

test('without a network the app opens with its history, and says that it is offline', async ({
  page,
  context,
}) => {
  const chat = await openStored(page)
  await chat.ask('Hello from before')
  await context.setOffline(true)
  await expect(page.getByRole('status', { name: 'Offline' })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('status', { name: 'Offline' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'User message' })).toContainText(
    'Hello from before',
  )
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  await expect(chat.inspector).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByRole('status', { name: 'Offline' })).toBeHidden()
})

test('a newer build is offered in every tab, and each keeps its own until it is loaded', async ({
  page,
  context,
  folder,
}) => {
  const chat = await openStored(page)
  const other = await context.newPage()
  const second = await openStored(other)
  await chat.message.fill('A draft of the first tab')
  await second.message.fill('A draft of the second tab')

  deployAnother(folder, 'two')
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update()
  })
  const button = { name: 'Reload to update' }
  await expect(other.getByRole('button', button)).toBeVisible()
  await page.getByRole('button', button).click()
  await expect(page.getByRole('button', button)).toBeHidden()
  await expect(chat.message).toHaveValue('A draft of the first tab')
  expect(await page.locator('script[type=module]').first().getAttribute('src')).toContain('~two')

  // What the other tab has not loaded yet is of its own build, although the server has another.
  await context.setOffline(true)
  await other.getByRole('button', { name: 'Inspector', exact: true }).click()
  await expect(second.inspector).toBeVisible()
  const first = other.locator('script[type=module]').first()
  expect(await first.getAttribute('src')).not.toContain('~two')
  await context.setOffline(false)
  await other.getByRole('button', button).click()
  await expect(second.message).toHaveValue('A draft of the second tab')
})
