// @ts-check
/**
 * `npm run screenshots`: the pictures that documents show, into docs/pictures/. `npm run screenshots -- failure-4`
 * makes only those whose names begin so.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { root } from '../../scripts/checkout.mjs'
import { runMain } from '../../scripts/plain-failure.mjs'
import { runService } from '../../scripts/run-service.mjs'
import { setUp } from '../../scripts/setup.mjs'
import { failurePictures } from './failure-pictures.mjs'
import { ask } from './scene-steps.mjs'
import { demo } from './screenshots-demo.mjs'
import { features } from './screenshots-features.mjs'

/** @typedef {import('playwright').Page} Page */
/** @typedef {import('./failure-scenes.mjs').Ready} Ready */
/**
 * One picture of a moving one.
 * @typedef {object} Frame
 * @property {Buffer} shot
 * @property {number} ms for how long it is shown
 */
/**
 * @typedef {object} Screen
 * @property {string} name of the picture, without its ending
 * @property {import('playwright').BrowserContextOptions} look size and theme
 * @property {string[]} [flags] of the service, besides those of all screens
 * @property {(page: Page, ready: Ready) => Promise<Buffer | Frame[]>} shoot brings it into view and takes it
 */

const folder = path.join(root, 'docs/pictures')

/** @type {Pick<import('playwright').PageScreenshotOptions, 'caret'>} */
const still = { caret: 'hide' }

/** A failure as the chat or Explore shows it: the alert alone. @returns {Screen[]} */
function failureScreens() {
  return failurePictures.map(({ name, scene: { title, step, prepare } }) => ({
    name,
    look: { viewport: { width: 960, height: 1000 }, colorScheme: 'light', deviceScaleFactor: 1.5 },
    async shoot(page, ready) {
      await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
      await prepare({ page, ready })
      const alert = page.getByRole('alert').filter({ hasText: title })
      await alert.getByRole('button', { name: step }).first().waitFor()
      await page.getByText('Diagnosing').waitFor({ state: 'hidden' })
      return alert.screenshot(still)
    },
  }))
}

/** Several failures below one another on a phone. @type {Screen} */
const phone = {
  name: 'failures-phone-dark',
  look: { viewport: { width: 390, height: 1600 }, colorScheme: 'dark' },
  async shoot(page) {
    for (const status of [401, 402, 429, 504]) await ask(page, `/fail ${status}`)
    await page.getByRole('alert').first().scrollIntoViewIfNeeded()
    return page.screenshot(still)
  },
}

/** What the README shows, in both themes. @returns {Screen[]} */
function readmeScreens() {
  return /** @type {const} */ (['light', 'dark']).flatMap((colorScheme) => [
    {
      name: `demo-${colorScheme}`,
      look: { viewport: { width: 1120, height: 700 }, colorScheme },
      flags: ['--rate', '150'],
      shoot: demo,
    },
    ...Object.entries(features).map(([name, prepare]) => ({
      name: `${name}-${colorScheme}`,
      look: { viewport: { width: 1120, height: 700 }, colorScheme },
      shoot: async (/** @type {Page} */ page) => {
        await prepare(page)
        return page.screenshot(still)
      },
    })),
  ])
}

/** What the names of the pictures that are asked for begin with; all of them without a word. */
const [wanted = ''] = process.argv.slice(2)

await runMain(async () => {
  await setUp()
  mkdirSync(folder, { recursive: true })
  const { ensureBrowser, launchOptions } = await import('../../scripts/browser.mjs')
  await ensureBrowser()
  const { chromium } = await import('playwright')
  const browser = await chromium.launch(launchOptions())
  try {
    for (const screen of [...readmeScreens(), phone, ...failureScreens()])
      if (screen.name.startsWith(wanted)) await picture(browser, screen)
  } finally {
    await browser.close()
  }
})

/**
 * Takes one picture, in a browser and against a service of its own: too many failures in one would bring
 * the service to block it.
 * @param {import('playwright').Browser} browser
 * @param {Screen} screen
 */
async function picture(browser, { name, look, flags = [], shoot }) {
  const service = await runService(
    ['--memory', '--port', '0', ...flags],
    undefined,
    () => undefined,
  )
  const context = await browser.newContext({ ...look, reducedMotion: 'reduce', locale: 'en-US' })
  try {
    const page = await context.newPage()
    await page.goto(new URL('/chat', service.ready.appUrl).href)
    const bytes = await webp(await shoot(page, service.ready))
    writeFileSync(path.join(folder, `${name}.webp`), bytes)
    console.log(`docs/pictures/${name}.webp ${(bytes.length / 1000).toFixed(0)} kB`)
  } finally {
    await context.close()
    await service.stop()
  }
}

/** A still, or a moving picture that repeats. @param {Buffer | Frame[]} shot */
async function webp(shot) {
  const { default: sharp } = await import('sharp')
  if (Buffer.isBuffer(shot)) return sharp(shot).webp({ quality: 80, effort: 6 }).toBuffer()
  return sharp(
    shot.map((frame) => frame.shot),
    { join: { animated: true } },
  )
    .webp({ quality: 70, effort: 4, minSize: true, loop: 0, delay: shot.map(({ ms }) => ms) })
    .toBuffer()
}
