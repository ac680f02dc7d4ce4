// @ts-check
/**
 * `npm run screenshots`: every screen, at two sizes in two themes, and every failure once, into
 * docs/pictures/; docs/failures.md shows the failures. `npm run screenshots -- failure-4` makes only the
 * pictures whose names begin so.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { root } from './checkout.mjs'
import { failureScenes } from './failure-scenes.mjs'
import { PlainFailure, runMain } from './plain-failure.mjs'
import { reachScenes } from './reach-scenes.mjs'
import { runService } from './run-service.mjs'
import { samplePhoto } from './sample-photo.mjs'
import { setUp } from './setup.mjs'

/** @typedef {import('playwright').Page} Page */
/** @typedef {import('./failure-scenes.mjs').FailureScene} FailureScene */
/**
 * @typedef {object} Screen
 * @property {string} name of the picture
 * @property {string} path where it is
 * @property {(page: Page, ready: import('./failure-scenes.mjs').Ready) => Promise<void>} prepare brings it into view
 * @property {readonly string[]} [looks] size and theme, such as `wide-light`; all of them when absent
 */

const message = (/** @type {Page} */ page) =>
  page.getByRole('textbox', { name: 'Message', exact: true })

/** Sends a message and waits until its answer has settled. @param {Page} page @param {string} text */
async function ask(page, text) {
  const settled = page.getByRole('group', { name: 'Answer figures' })
  const before = await settled.count()
  await message(page).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await settled.nth(before).waitFor()
}

/** @param {Page} page @param {string} tab */
async function openInspector(page, tab) {
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  await page.getByRole('tab', { name: tab, exact: true }).click()
}

/** Chooses the photo in the Image area and waits until it was looked at. @param {Page} page */
async function choosePhoto(page) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose image' }).click()
  await (await chooser).setFiles(await samplePhoto())
  await page.getByRole('button', { name: 'Turn upright' }).waitFor()
}

/** Edits what is chosen and waits for what it cost. @param {Page} page @param {string} prompt */
async function editPhoto(page, prompt) {
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill(prompt)
  await page.getByRole('button', { name: 'Edit image', exact: true }).click()
  await page
    .getByRole('button', { name: `Show run: ${prompt}` })
    .getByText('$')
    .waitFor()
}

const FEWER_LOOKS = ['wide-light', 'phone-dark']

/** @type {Screen[]} */
const screens = [
  {
    name: 'empty',
    path: '/chat',
    async prepare(page) {
      await message(page).waitFor()
      await page.getByRole('button', { name: 'What can you do?' }).waitFor()
    },
  },
  {
    name: 'chat',
    path: '/chat',
    async prepare(page) {
      await ask(page, 'What can you do?')
    },
  },
  {
    name: 'inspector',
    path: '/chat',
    async prepare(page) {
      await ask(page, 'What can you do?')
      await openInspector(page, 'Headers')
    },
  },
  {
    name: 'stream',
    path: '/chat',
    async prepare(page) {
      await ask(page, '/tokens 120 /rate 80')
      await openInspector(page, 'Stream')
    },
  },
  {
    name: 'failure',
    path: '/chat',
    async prepare(page) {
      await ask(page, '/fail 503')
      await page
        .getByRole('button', { name: /^Use sandbox-/ })
        .first()
        .waitFor()
    },
  },
  {
    name: 'limits',
    path: '/chat',
    async prepare(page) {
      await ask(page, '/tokens 30')
      await page.getByRole('button', { name: /^Balance and limits/ }).click()
      await page.getByRole('term').first().waitFor()
    },
  },
  {
    name: 'image',
    path: '/image',
    looks: FEWER_LOOKS,
    async prepare(page) {
      await choosePhoto(page)
      await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('make it warm')
    },
  },
  {
    name: 'image-compare',
    path: '/image',
    looks: FEWER_LOOKS,
    async prepare(page) {
      await choosePhoto(page)
      await editPhoto(page, 'grayscale, blur a little')
      await page.getByRole('radio', { name: 'Side by side' }).check()
      await page.getByRole('button', { name: 'Zoom in' }).click()
      await page.getByRole('region', { name: 'Result' }).scrollIntoViewIfNeeded()
      await page.getByRole('img', { name: 'Source' }).waitFor()
    },
  },
  {
    name: 'image-log',
    path: '/image',
    looks: FEWER_LOOKS,
    async prepare(page) {
      await choosePhoto(page)
      await editPhoto(page, 'make it warm')
      await page.getByRole('button', { name: 'Use as source' }).click()
      await editPhoto(page, 'grayscale')
      await page.getByRole('button', { name: 'Use as source' }).click()
      await editPhoto(page, 'text "Harbour"')
      const log = page.getByRole('region', { name: 'Runs' })
      await log.getByRole('button', { name: 'More for grayscale' }).click()
      await page.getByRole('menuitem', { name: 'Pin' }).click()
      await log.getByLabel('Pinned').waitFor()
      await log.scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'connection',
    path: '/chat?connect=1',
    async prepare(page) {
      await page.getByRole('button', { name: 'What can you do?', includeHidden: true }).waitFor()
      await page.getByRole('dialog', { name: 'Connection' }).waitFor()
    },
  },
]

const sizes = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }
const themes = /** @type {const} */ (['light', 'dark'])
const folder = path.join(root, 'docs/pictures')
const limitBytes = 150_000

/** Every failure with the name of its picture: "failure-402-payment-discovery". */
const failures = Object.entries({ ...failureScenes, ...reachScenes }).map(([kind, scene]) => {
  const status = /^\d{3} /.exec(scene.title)?.[0].trim() ?? 'no-answer'
  return { name: `failure-${status}-${kind.replaceAll('_', '-')}`, scene }
})
const failureLook = { viewport: { width: 960, height: 640 }, colorScheme: themes[0] }

/** @param {string} name @param {FailureScene} scene @returns {Screen} */
function failureScreen(name, { title, step, prepare }) {
  return {
    name,
    path: '/chat',
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
  path: '/chat',
  async prepare(page) {
    for (const status of [401, 402, 429, 504]) await ask(page, `/fail ${status}`)
    await page.getByRole('alert').first().scrollIntoViewIfNeeded()
  },
}
const contactLook = { viewport: { width: 390, height: 2000 }, colorScheme: themes[1] }

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
    for (const screen of screens) {
      if (!screen.name.startsWith(wanted)) continue
      for (const [size, viewport] of Object.entries(sizes)) {
        for (const colorScheme of themes) {
          const look = `${size}-${colorScheme}`
          if (screen.looks?.includes(look) === false) continue
          await picture(browser, screen, `${screen.name}-${look}.png`, { viewport, colorScheme })
        }
      }
    }
    for (const { name, scene } of failures) {
      if (!name.startsWith(wanted)) continue
      await picture(browser, failureScreen(name, scene), `${name}.png`, failureLook)
    }
    if (contactSheet.name.startsWith(wanted))
      await picture(browser, contactSheet, `${contactSheet.name}.png`, contactLook)
  } finally {
    await browser.close()
  }
  writeFileSync(path.join(root, 'docs/failures.md'), failuresPage())
  if (wanted === '') picturesOfTests()
})

/** The situations of the wallet are arranged by their tests, which take a picture of each. */
function picturesOfTests() {
  const cli = path.join(root, 'node_modules/@playwright/test/cli.js')
  const specs = ['e2e/wallet/situations.spec.ts', 'e2e/wallet/credit.spec.ts']
  const { status } = spawnSync(process.execPath, [cli, 'test', ...specs, '--workers=1'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PICTURES: '1' },
  })
  if (status !== 0) throw new PlainFailure('Not every situation of the wallet could be pictured.')
}

/**
 * Takes one picture, in a browser and against a service of its own: too many failures in one would bring
 * the service to block it.
 * @param {import('playwright').Browser} browser
 * @param {Screen} screen
 * @param {string} file name of the picture
 * @param {import('playwright').BrowserContextOptions} look
 */
async function picture(browser, { path: start, prepare }, file, look) {
  const service = await runService(['--memory', '--port', '0'], undefined, () => undefined)
  const context = await browser.newContext({ ...look, reducedMotion: 'reduce', locale: 'en-US' })
  try {
    const page = await context.newPage()
    await page.goto(new URL(start, service.ready.appUrl).href)
    await prepare(page, service.ready)
    const image = await page.screenshot({ path: path.join(folder, file), caret: 'hide' })
    const remark = image.length > limitBytes ? ` (over the ${limitBytes / 1000} kB we keep to)` : ''
    console.log(`docs/pictures/${file} ${(image.length / 1000).toFixed(0)} kB${remark}`)
  } finally {
    await context.close()
    await service.stop()
  }
}
