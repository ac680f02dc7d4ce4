import type { CDPSession, Page } from '@playwright/test'

import { PocketScreen } from '../pocket/pocket-screen.ts'
import { connectTo } from '../support/connect-to.ts'
import { expect, test } from '../support/fixtures.ts'
import { startOtherServer } from '../support/other-server.ts'

/** Sizes of windows, px; those under 660 px of width are also what a larger one is at 200 % zoom. */
const SIZES = [
  [320, 256],
  [320, 640],
  [360, 740],
  [390, 844],
  [512, 384],
  [640, 400],
  [768, 1024],
  [820, 1180],
  [844, 390],
  [899, 700],
  [900, 700],
  [960, 540],
  [1024, 768],
  [1180, 820],
  [1280, 800],
  [1440, 900],
  [1920, 1080],
] as const

/** Fingers have wider controls, which matter where there is little room. */
const MOST_TOUCHED = 1180

/** Runs in the page, of this width: what is broken, cut or out of sight in the bar and among the areas. */
function faultsOfBar(width: number): string[] {
  const faults: string[] = []
  const root = document.documentElement
  if (innerWidth !== width) faults.push(`still ${innerWidth} wide`)
  if (root.scrollWidth > root.clientWidth)
    faults.push(`sideways by ${root.scrollWidth - root.clientWidth}`)
  // Of the two places, styles show the one that the window has room for.
  const areas = [...document.querySelectorAll('nav[aria-label="Main"] a')].filter(
    (link) => link.checkVisibility() && link.closest('[aria-hidden=true], [inert]') === null,
  )
  if (areas.length !== 5) faults.push(`${areas.length} areas`)
  const bar = document.querySelector('header')
  const isTouched = matchMedia('(pointer: coarse)').matches
  // A lock beside the connection has its room from the others on a small phone.
  const isTight = innerWidth < 392 && bar?.querySelector('[data-lock]') !== null
  const least = isTouched ? (isTight ? 40 : 44) : 24
  const controls = [...(bar?.querySelectorAll('a, button') ?? []), ...areas].filter((control) =>
    control.checkVisibility(),
  )
  const boxes = new Map(controls.map((control) => [control, control.getBoundingClientRect()]))
  for (const [control, box] of boxes) {
    const name = control.getAttribute('aria-label') ?? control.textContent
    if (box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight)
      faults.push(`${name} is outside`)
    if (box.width < least || box.height < least)
      faults.push(`${name} is ${box.width}×${box.height}`)
    if (control.scrollWidth > control.clientWidth + 1) faults.push(`${name} does not fit`)
    for (const [other, { left, right, top, bottom }] of boxes)
      if (
        other !== control &&
        left < box.right - 1 &&
        right > box.left + 1 &&
        top < box.bottom - 1 &&
        bottom > box.top + 1
      )
        faults.push(`${name} is over ${other.getAttribute('aria-label') ?? other.textContent}`)
    const words = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
    while (words.nextNode() !== null) {
      const range = document.createRange()
      range.selectNodeContents(words.currentNode)
      const lines = new Set([...range.getClientRects()].map((line) => Math.round(line.top)))
      if (lines.size > 1) faults.push(`${words.currentNode.textContent} is in ${lines.size} lines`)
    }
  }
  return faults
}

/** Gives a page a size, and looks until nothing is broken: the page is told of its size a moment later. */
async function expectWholeAt(
  page: Page,
  devtools: CDPSession,
  { width, height }: { width: number; height: number },
  message: string,
): Promise<void> {
  const size = { width, height, deviceScaleFactor: 1, mobile: false }
  await devtools.send('Emulation.setDeviceMetricsOverride', size)
  await expect
    .poll(() => page.evaluate(faultsOfBar, width), { message, intervals: [20, 50] })
    .toEqual([])
}

/** Looks at every size, with a mouse and with fingers, in both themes. */
async function expectWhole(page: Page, state: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  for (const hasTouch of [false, true]) {
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: hasTouch })
    await page.emulateMedia({ colorScheme: hasTouch ? 'dark' : 'light' })
    for (const [width, height] of SIZES) {
      if (hasTouch && width > MOST_TOUCHED) continue
      const message = `${state}, ${width}×${height}${hasTouch ? ' touch' : ''}`
      await expectWholeAt(page, devtools, { width, height }, message)
    }
  }
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await devtools.send('Emulation.clearDeviceMetricsOverride')
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** The requests left, and the balance in USD, as every response says them from now on. */
async function sayLimits(page: Page, remaining: number, balance: string): Promise<void> {
  await page.unroute('**/chat/completions')
  await page.route('**/chat/completions', async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      headers: {
        ...response.headers(),
        'access-control-expose-headers': '*',
        'x-ratelimit-limit-requests': '75',
        'x-ratelimit-remaining-requests': String(remaining),
        'x-ratelimit-reset-requests': String(Math.floor(Date.now() / 1000) + 600),
        'x-vendor-balance-usd': balance,
      },
    })
  })
}

/** From the narrowest phone to a wide screen, px; the lowest of these windows is a larger one at 200 % zoom. */
const WIDTHS = Array.from({ length: 41 }, (_, at) => 320 + at * 40)

test('no width breaks the bar of an area, or hides an area', async ({ chat: _, page }) => {
  const devtools = await page.context().newCDPSession(page)
  const main = page.getByRole('navigation', { name: 'Main' })
  for (const area of ['Chat', 'Image', 'Evaluate', 'Wallet', 'Explore']) {
    await main.getByRole('link', { name: area, exact: true }).click()
    await expect(page.getByRole('heading', { name: area, level: 1, exact: true })).toBeAttached()
    await expect(page.getByRole('button', { name: /^Balance and limits/ })).toBeVisible()
    for (const width of WIDTHS) {
      const height = width < 900 ? 400 : 800
      await expectWholeAt(page, devtools, { width, height }, `${area}, ${width}`)
    }
  }
})

test('every size has all areas, and the bar whole words in one line', async ({ chat, page }) => {
  test.slow()
  await sayLimits(page, 3, '123.456789')
  await expectWhole(page, 'a key')

  const chip = page.getByRole('button', { name: 'Connection', exact: true })
  const places = await chip.evaluateHandle((button) => {
    const seen = new Set<number>()
    const look = () => {
      seen.add(button.getBoundingClientRect().left)
      requestAnimationFrame(look)
    }
    look()
    return seen
  })
  await chat.ask('Hello')
  await expect(
    page.getByRole('button', {
      name: /^Balance and limits, balance \$123\.456\d+, 3 requests left$/,
    }),
  ).toHaveText('$123.45')
  expect(await places.evaluate((seen) => [...seen])).toHaveLength(1)

  await sayLimits(page, 3, '1234.567891')
  const pocket = new PocketScreen(page)
  await page.getByRole('link', { name: 'Wallet', exact: true }).click()
  await pocket.createFunded({ key: 'Until reload' })
  await page.getByRole('link', { name: 'Chat', exact: true }).click()
  await chat.ask('Hello')
  await expect(pocket.lamp).toBeVisible()
  await expectWhole(page, 'a pocket account')

  const other = await startOtherServer()
  try {
    await connectTo(page, { ...other, name: 'All that the second office ever sends to' })
    await chat.chooseModel('other-model')
    await chat.ask('Hello')
    await expect(
      page.getByRole('button', { name: /^Balance and limits, .* 3 requests/ }),
    ).toBeVisible()
    await expectWhole(page, 'a long name')
  } finally {
    await other.stop()
  }
})
