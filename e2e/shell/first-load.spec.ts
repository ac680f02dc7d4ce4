import { statSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

import type { Page, Response } from '@playwright/test'

import { chunkBytes, FIRST_LOAD_BUDGET, firstLoad } from '../../bench/bundle/bundle-bench.mjs'
import { root } from '../../scripts/checkout.mjs'
import { attach, attachments, file } from '../support/attached-parts.ts'
import { ChatScreen } from '../support/chat-screen.ts'
import { expect, test } from '../support/fixtures.ts'

test.use({ viewport: { width: 1280, height: 800 }, hasSettingsOpen: false })

/** The most that the page's own typeface weighs, bytes. */
const TYPEFACE_BUDGET = 35_000

test('opening the chat loads what the budget counts, and nothing else', async ({ page }) => {
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    asked.add(pathname === '/chat' ? 'index.html' : pathname.slice(1))
  })
  await page.goto('/chat')
  const chat = new ChatScreen(page)
  await chat.ready()
  const { files, bytes } = firstLoad(root)
  // Nothing waits for the typeface, which has a budget of its own.
  const notCounted = /^(?:config\.json|icon\.svg|assets\/inter-.*\.woff2)$/
  const counted = () => [...asked].filter((name) => !notCounted.test(name)).toSorted()
  await expect.poll(counted).toEqual([...files].toSorted())
  await page.waitForLoadState('networkidle')
  expect(counted()).toEqual([...files].toSorted())
  expect(bytes).toBeLessThan(FIRST_LOAD_BUDGET)

  await expect
    .poll(() =>
      page.evaluate(() => [...document.fonts].map(({ family, status }) => [family, status])),
    )
    .toContainEqual(['Inter', 'loaded'])
  const face = [...asked].find((name) => name.endsWith('.woff2')) ?? ''
  expect(statSync(path.join(root, 'dist', face)).size).toBeLessThan(TYPEFACE_BUDGET)
})

/** The most that the Inspector loads when it is opened for the first time, bytes of gzip. */
const INSPECTOR_BUDGET = 60_000

test('opening the Inspector loads no more than its budget', async ({ chat, page }) => {
  await chat.ask('Hello')
  const bytes = await codeLoadedBy(page, () => chat.openInspector('Overview'))
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(INSPECTOR_BUDGET)
})

/** The most that the settings, and attaching the first file, load after a response: bytes of gzip. */
const ATTACHING_BUDGET = 60_000

test('the settings and the first attachment load no more than their budget', async ({
  chat,
  page,
}) => {
  await chat.ask('Hello')
  const bytes = await codeLoadedBy(page, async () => {
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await chat.settings.getByRole('searchbox').waitFor()
    await attach(page, [file('notes.txt', 'text/plain', Buffer.from('Some words'))])
    await expect(attachments(page)).toContainText('notes.txt')
  })
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(ATTACHING_BUDGET)
})

/** Scripts and styles that something loads, and what comes after it unasked: bytes of gzip. */
async function codeLoadedBy(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.waitForLoadState('networkidle')
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  await act()
  await page.waitForLoadState('networkidle')
  const code = responses.filter((response) => /\.(?:js|css)$/.test(response.url()))
  const bodies = await Promise.all(code.map((response) => response.body()))
  return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
}

/** The most that the first tool server, and running its tools, load, with what the settings show of tools: bytes of gzip. */
const TOOLS_BUDGET = 26_000

/** The most that jobs, and the notice at their end, load: bytes of gzip. */
const JOBS_BUDGET = 15_000

test('jobs load no more than their budget', () => {
  expect(chunkBytes(root, 'jobs')).toBeLessThan(JOBS_BUDGET)
})

test('tools that run load no more than their budget', () => {
  expect(chunkBytes(root, 'tools')).toBeLessThan(TOOLS_BUDGET)
})
