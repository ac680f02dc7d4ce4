import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type { Page } from '@playwright/test'

import { report, soakSize } from '../../service/soak/soak-size.ts'
import { ChatScreen } from '../support/chat-screen.ts'
import { expect, test as base } from '../support/fixtures.ts'
import { buildOfFile, deployBuild } from '../support/static-builds.ts'
import { STATIC_FOLDER, type StaticHost, startStaticHost } from '../support/static-server.mjs'
import { appStored } from '../support/stored-app.ts'

/** `npm run bench -- soak` updates 50 times and opens 20 times. */
const UPDATES = soakSize('UPDATES', 2)
const OFFLINE_OPENS = soakSize('OFFLINE_OPENS', 5)

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
  await appStored(page)
  return chat
}

/** How many tabs hold the lock of their build; runs in a page. */
async function countBuildLocks(): Promise<number> {
  const { held = [] } = await navigator.locks.query()
  return held.filter(({ name = '' }) => name.startsWith('playground.build ')).length
}

/** The builds that the files of a page came from. */
async function buildsOf(page: Page): Promise<string[]> {
  // The test's clock has `performance` know of none.
  const urls = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const loads = new PerformanceObserver((list) =>
          resolve(list.getEntries().map(({ name }) => name)),
        )
        loads.observe({ type: 'resource', buffered: true })
      }),
  )
  const files = urls.filter((url) => url.includes('/assets/') && !url.endsWith('.woff2'))
  return [...new Set(files.map(buildOfFile))]
}

test('without a network the app opens every time, with its history; a newer build is offered in every tab, and each keeps its own, and its draft, until it is loaded', async ({
  page,
  context,
  folder,
}) => {
  test.setTimeout(120_000 + OFFLINE_OPENS * 10_000 + UPDATES * 30_000)
  await page.clock.install()
  const chat = await openStored(page)
  await chat.ask('Hello from before')
  const places = ['.', 'image', 'wallet', 'explore', page.url()]
  await context.setOffline(true)
  await expect(page.getByRole('status', { name: 'Offline' })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('status', { name: 'Offline' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'User message' })).toContainText(
    'Hello from before',
  )
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  await expect(chat.inspector).toBeVisible()

  let opened = 0
  for (let open = 0; open < OFFLINE_OPENS; open += 1) {
    const tab = await context.newPage()
    const place = places[open % places.length] ?? '.'
    await tab.goto(place)
    await expect(tab.getByRole('heading', { level: 1 })).toBeAttached()
    await expect(tab.getByRole('status', { name: 'Offline' })).toBeVisible()
    if (place === page.url())
      await expect(tab.getByRole('article', { name: 'User message' })).toContainText('Hello')
    await tab.close()
    opened += 1
  }
  report('opens without a network', { opens: OFFLINE_OPENS, opened })
  expect(opened).toBe(OFFLINE_OPENS)

  await context.setOffline(false)
  await expect(page.getByRole('status', { name: 'Offline' })).toBeHidden()

  await page.goto('chat/')
  const other = await context.newPage()
  await openStored(other)
  const waiting = await context.newPage()
  await waiting.goto('chat/')
  await expect(new ChatScreen(waiting).message).toBeVisible()
  const builds = new Map([page, other].map((tab) => [tab, 'first']))
  const button = { name: 'Reload to update' }
  let mixed = 0
  let lost = 0
  for (let update = 1; update <= UPDATES; update += 1) {
    const drafts = new Map([page, other].map((tab, at) => [tab, `Draft ${update} of tab ${at}`]))
    for (const [tab, draft] of drafts) {
      const { message } = new ChatScreen(tab)
      await message.click()
      await message.fill(draft)
    }
    await expect.poll(() => page.evaluate(countBuildLocks)).toBe(context.pages().length)
    deployBuild(folder, update)
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.ready).update()
    })
    for (const [tab, draft] of drafts) {
      await expect(tab.getByRole('button', button)).toBeVisible()
      // What the tab has not loaded yet is of its own build, which the server no longer has.
      const main = tab.getByRole('navigation', { name: 'Main' })
      await main.getByRole('link', { name: 'Explore', exact: true }).click()
      await expect(tab.getByRole('searchbox').first()).toBeVisible()
      await main.getByRole('link', { name: 'Chat', exact: true }).click()
      const { message } = new ChatScreen(tab)
      await expect(message).toBeVisible()
      if ((await message.inputValue()) !== draft) lost += 1
      if (String(await buildsOf(tab)) !== builds.get(tab)) mixed += 1
      // The other tab stays behind now and then.
      if (tab === other && update % 2 === 0 && update !== UPDATES) continue
      await tab.getByRole('button', button).click()
      await expect(tab.getByRole('button', button)).toBeHidden()
      await expect(message).not.toHaveValue('')
      if ((await message.inputValue()) !== draft) lost += 1
      const [build = ''] = await buildsOf(tab)
      expect(build).toBe(`b${String(update).padStart(2, '0')}`)
      builds.set(tab, build)
    }
    if (update !== 2) continue
    // Nobody pressed anything in it, and it opens its own build after two updates.
    await waiting.getByRole('link', { name: 'Explore', exact: true }).click()
    await expect(waiting.getByRole('searchbox').first()).toBeVisible()
    expect(await buildsOf(waiting)).toEqual(['first'])
    await waiting.close()
  }
  report('updates of an open app', { updates: UPDATES, tabs: 2, mixed, lost })
  expect({ mixed, lost }).toEqual({ mixed: 0, lost: 0 })
  // The newest, and what the tabs had open when it came.
  const stored = await page.evaluate(() => caches.keys())
  expect(stored.filter((name) => name.startsWith('shell ')).length).toBeLessThanOrEqual(3)
})
