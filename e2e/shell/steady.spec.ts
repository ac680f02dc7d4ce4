import type { BrowserContextOptions, Page } from '@playwright/test'

import { launchOptions } from '../../scripts/browser.mjs'
import { expect, test } from '../support/fixtures.ts'

// Scrollbars take room, as they do for most people at a desk.
test.use({ launchOptions: { ...launchOptions('shell'), ignoreDefaultArgs: ['--hide-scrollbars'] } })
// Such a browser is another worker: one of them, not one for each test.
test.describe.configure({ mode: 'default' })

const AREAS = [
  ['chat', 'Start from'],
  ['image', 'Edits are saved in this browser.'],
  ['wallet', 'Practice wallet'],
  ['explore', 'List models'],
] as const

/** What moved without a press since the page was opened, with the elements that did. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { hadRecentInput, sources } = entry as PerformanceEntry & {
          hadRecentInput: boolean
          sources: { node: Node | null }[]
        }
        if (hadRecentInput) continue
        for (const { node } of sources)
          shifts.push(`${node?.nodeName}: ${node?.textContent?.slice(0, 80)}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

const PHONE = { isMobile: true, hasTouch: true }

const DEVICES = [
  { viewport: { width: 390, height: 844 }, ...PHONE },
  { viewport: { width: 320, height: 640 }, ...PHONE },
  { viewport: { width: 1280, height: 800 } },
] satisfies BrowserContextOptions[]

/** Opens the areas one after the other, as on a slow network. */
async function expectSteady(page: Page, device: string): Promise<void> {
  await watchShifts(page)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 100,
    downloadThroughput: 400_000,
    uploadThroughput: 400_000,
  })
  for (const [area, arrived] of AREAS) {
    await page.goto(`/${area}`)
    const last = page.getByText(arrived, { exact: true })
    await expect(
      last
        .or(page.getByRole('group', { name: arrived }))
        .filter({ visible: true })
        .first(),
    ).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate('shifts'), `${area}, ${device}`).toEqual([])
  }
}

test('behavior: nothing moves while an area arrives, on phones and on a wide screen', async ({
  openPage,
}) => {
  // At once: each waits for its own slow network.
  await Promise.all(
    DEVICES.map(async (look) => expectSteady(await openPage(look), `${look.viewport.width} px`)),
  )
})

/** Where an element begins and how wide it is, px. */
async function breadth(page: Page, name: string): Promise<readonly [number, number]> {
  const box = await page
    .getByRole('heading', { name, exact: true })
    .first()
    .locator('..')
    .boundingBox()
  return [box?.x ?? 0, box?.width ?? 0]
}

test('behavior: a typeface that comes after the first paint moves nothing', async ({ page }) => {
  let arrive = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/*.woff2', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/chat', { waitUntil: 'commit' })
  await expect(page.getByRole('group', { name: 'Start from' })).toBeVisible()
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  const places = () => links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().x))
  const before = await places()
  const came = page.waitForEvent('requestfinished', (request) => request.url().endsWith('.woff2'))
  arrive()
  await came
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
  })
  expect(await places()).toEqual(before)
})

test('behavior: an area keeps its width when it begins to scroll', async ({ page }) => {
  for (const [area, heading] of [
    ['wallet', 'Pay without an account'],
    ['image', 'Runs'],
    ['explore', 'List models'],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 2400 })
    await page.goto(`/${area}`)
    await expect(page.getByRole('heading', { name: heading, exact: true }).first()).toBeVisible()
    const roomy = await breadth(page, heading)
    await page.setViewportSize({ width: 1280, height: 260 })
    await expect.poll(() => breadth(page, heading), area).toEqual(roomy)
  }
})
