// @ts-check
/**
 * `npm run screenshots`: the pictures that documents show, into docs/pictures/: the inspector for the
 * README, every failure for docs/failures.md. `npm run screenshots -- failure-4` makes only the pictures
 * whose names begin so.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { root } from './checkout.mjs'
import { failureScenes } from './failure-scenes.mjs'
import { runMain } from './plain-failure.mjs'
import { reachScenes } from './reach-scenes.mjs'
import { runService } from './run-service.mjs'
import { setUp } from './setup.mjs'

/** @typedef {import('playwright').Page} Page */
/** @typedef {import('./failure-scenes.mjs').FailureScene} FailureScene */
/**
 * @typedef {object} Screen
 * @property {string} name of the picture, without its ending
 * @property {(page: Page, ready: import('./failure-scenes.mjs').Ready) => Promise<void>} prepare brings it into view
 * @property {import('playwright').BrowserContextOptions} look size and theme
 */

/** Sends a message and waits until its answer has settled. @param {Page} page @param {string} text */
async function ask(page, text) {
  const settled = page.getByRole('group', { name: 'Answer figures' })
  const before = await settled.count()
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await settled.nth(before).waitFor()
}

/** What the README begins with. @type {Screen} */
const inspectorScreen = {
  name: 'inspector-wide-light',
  look: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  async prepare(page) {
    await ask(page, 'What can you do?')
    await page.getByRole('button', { name: 'Inspector', exact: true }).click()
    await page.getByRole('tab', { name: 'Headers', exact: true }).click()
  },
}

const folder = path.join(root, 'docs/pictures')

/** Every failure with the name of its picture: "failure-402-payment-discovery". */
const failures = Object.entries({ ...failureScenes, ...reachScenes }).map(([kind, scene]) => {
  const status = /^\d{3} /.exec(scene.title)?.[0].trim() ?? 'no-answer'
  return { name: `failure-${status}-${kind.replaceAll('_', '-')}`, scene }
})

/** @param {string} name @param {FailureScene} scene @returns {Screen} */
function failureScreen(name, { title, step, prepare }) {
  return {
    name,
    look: { viewport: { width: 960, height: 640 }, colorScheme: 'light' },
    async prepare(page, ready) {
      await page.getByRole('button', { name: 'What can you do?' }).waitFor()
      await prepare({ page, ready })
      const alert = page.getByRole('alert').filter({ hasText: title })
      await alert.getByRole('button', { name: step }).first().waitFor()
      await page.getByText('Finding out why').waitFor({ state: 'hidden' })
      await alert.evaluate((element) => element.scrollIntoView({ block: 'nearest' }))
    },
  }
}

/** Several failures below one another on a phone. @type {Screen} */
const contactSheet = {
  name: 'failures-phone-dark',
  look: { viewport: { width: 390, height: 2000 }, colorScheme: 'dark' },
  async prepare(page) {
    for (const status of [401, 402, 429, 504]) await ask(page, `/fail ${status}`)
    await page.getByRole('alert').first().scrollIntoViewIfNeeded()
  },
}

const screens = [
  inspectorScreen,
  contactSheet,
  ...failures.map(({ name, scene }) => failureScreen(name, scene)),
]

/** The page that shows every failure with its picture. */
function failuresPage() {
  const rows = failures.map(
    ({ name, scene }) =>
      `## ${scene.title}\n${'words' in scene ? `\n“… ${scene.words} …”\n` : ''}\n![${scene.title}](pictures/${name}.png)\n`,
  )
  return [
    '# Every failure, and what to press next\n',
    'Made by `npm run screenshots` from `scripts/failure-scenes.mjs`; the same scenes are tests in',
    '`e2e/chat/failure-scenes.spec.ts`. On a phone they look [like this](pictures/failures-phone-dark.png).\n',
    ...rows,
  ].join('\n')
}

/** What the pictures that are asked for begin with; all of them without a word. */
const [wanted = ''] = process.argv.slice(2)

await runMain(async () => {
  setUp()
  mkdirSync(folder, { recursive: true })
  const { ensureBrowser, launchOptions } = await import('./browser.mjs')
  await ensureBrowser()
  const { chromium } = await import('playwright')
  const browser = await chromium.launch(launchOptions())
  try {
    for (const screen of screens) if (screen.name.startsWith(wanted)) await picture(browser, screen)
  } finally {
    await browser.close()
  }
  writeFileSync(path.join(root, 'docs/failures.md'), failuresPage())
})

/**
 * Takes one picture, in a browser and against a service of its own: too many failures in one would bring
 * the service to block it. Written with a palette: a third of the bytes, and no difference to be seen.
 * @param {import('playwright').Browser} browser
 * @param {Screen} screen
 */
async function picture(browser, { name, look, prepare }) {
  const service = await runService(['--memory', '--port', '0'], undefined, () => undefined)
  const context = await browser.newContext({ ...look, reducedMotion: 'reduce', locale: 'en-US' })
  try {
    const page = await context.newPage()
    await page.goto(new URL('/chat', service.ready.appUrl).href)
    await prepare(page, service.ready)
    const shot = await page.screenshot({ caret: 'hide' })
    const { default: sharp } = await import('sharp')
    const { size } = await sharp(shot)
      .png({ palette: true, effort: 10 })
      .toFile(path.join(folder, `${name}.png`))
    console.log(`docs/pictures/${name}.png ${(size / 1000).toFixed(0)} kB`)
  } finally {
    await context.close()
    await service.stop()
  }
}
