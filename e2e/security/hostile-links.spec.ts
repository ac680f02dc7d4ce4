import type { Page } from '@playwright/test'

import { report, soakSize } from '../../service/soak/soak-size.ts'
import { decodeSetup, encodeSetup } from '../../src/core/share/codec.ts'
import { isSharedFragment } from '../../src/core/share/shared-fragment.ts'
import { chatOf } from '../../src/core/share/testing/share-fixtures.ts'
import { ChatScreen } from '../support/chat-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { keptAnswers } from '../support/kept-answers.ts'
import { keptTexts } from '../support/kept-drafts.ts'
import { recordActs } from './act-recorder.ts'
import { fragmentOf, hostileFragments } from './hostile-links.ts'

/** `npm run bench -- soak` opens 5,000. */
const COUNT = soakSize('LINKS', 13)
const SEED = 20_261_121
const AREAS = ['chat', 'image', 'explore'] as const

const titles = {
  chat: 'Open this chat?',
  image: 'Open this image edit?',
  explore: 'Open this request?',
  evaluate: 'Open this board?',
}

interface Link {
  hash: string
  /** The heading of the dialog it has to open; undefined where it is no link of ours. */
  title: string | undefined
}

function linkOf(hash: string): Link {
  // As the browser gives it back.
  const fragment = new URL(hash, 'http://127.0.0.1').hash
  if (!isSharedFragment(fragment)) return { hash, title: undefined }
  const reading = decodeSetup(fragment)
  return { hash, title: reading.ok ? titles[reading.setup.area] : "Can't open this link" }
}

/**
 * Opens links one after the other in a page, presses nothing, and tells what each changed: everything
 * that the page shows outside the dialog, its forms, its address and the objects that scripts share.
 */
async function openAll(page: Page, links: readonly Link[]): Promise<string[]> {
  return page.evaluate(async (all) => {
    const state = () =>
      JSON.stringify([
        location.pathname + location.search,
        document.title,
        [...document.documentElement.attributes].map(({ name, value }) => `${name}=${value}`),
        [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')]
          .filter((field) => field.closest('dialog') === null)
          .map((field) => [field.value, field.checked]),
        [...document.querySelectorAll('main, nav, aside')].map(({ textContent }) => textContent),
        Object.getOwnPropertyNames(Object.prototype).length,
        Object.getOwnPropertyNames(Array.prototype).length,
        Object.getOwnPropertyNames(globalThis).length,
      ])
    const frame = () => new Promise(requestAnimationFrame)
    const around = (text: string, at: number) => text.slice(Math.max(0, at - 60), at + 60)
    const heading = () => document.querySelector('dialog[open] h2')?.textContent ?? undefined
    const faults: string[] = []
    const before = state()
    for (const { hash, title } of all) {
      location.hash = hash
      if (title !== undefined) while (location.hash !== '') await frame()
      await frame()
      await frame()
      const name = hash.slice(0, 80)
      const until = performance.now() + 15_000
      while (title !== undefined && heading() !== title && performance.now() < until) await frame()
      const shown = heading()
      if (title !== undefined && shown !== title) faults.push(`${name} is shown as "${shown}"`)
      const after = state()
      let differs = 0
      while (after[differs] === before[differs] && differs < after.length) differs += 1
      if (after !== before)
        faults.push(`${name} changed ${around(before, differs)} to ${around(after, differs)}`)
    }
    return faults
  }, links)
}

test(`${COUNT} hostile links: no request, no write and no change before a press`, async ({
  page,
  service,
}) => {
  test.setTimeout(180_000 + COUNT * 1_000)
  const recorder = await recordActs(page)
  // A few of them are two bombs and some that have every outcome.
  const isFew = COUNT < 100
  const hostile = hostileFragments(isFew ? 100 : COUNT, SEED)
    .filter((_, at) => !isFew || at < 2 || at >= 24)
    .slice(0, COUNT)
    .map((make) => linkOf(make()))
  expect(new Set(hostile.map(({ title }) => title)).size, 'every outcome is among them').toBe(5)
  const share = Math.ceil(COUNT / AREAS.length)
  let opened = 0
  for (const [index, area] of AREAS.entries()) {
    await page.goto(`/${area}`)
    const chat = new ChatScreen(page)
    await chat.ready()
    if (area === 'chat') {
      await chat.ask('/tokens 5')
      await chat.message.fill('A draft of mine')
      await expect.poll(keptAnswers(page)).toBe(1)
      await expect.poll(keptTexts(page)).toEqual(['A draft of mine'])
    }
    // What the dialogs are made of is fetched once; it is part of the app.
    for (const setup of [
      '{"area":"image","fields":{"prompt":"x"}}',
      '{"area":"explore","method":"GET","path":"/models"}',
      JSON.stringify(chatOf(100)),
    ])
      await openAll(page, [linkOf(fragmentOf(setup))])
    await page.waitForLoadState('networkidle')
    await recorder.take()
    const storage = await page.context().storageState()
    const links = hostile.slice(index * share, (index + 1) * share)
    for (let at = 0; at < links.length; at += 50) {
      expect(await openAll(page, links.slice(at, at + 50))).toEqual([])
      const { requests, writes } = await recorder.take()
      // Parts of the app are fetched whenever they are likely to be needed, and the browser itself
      // fetches the icon of the page for every new address.
      const own = ['assets/', 'icon.svg'].map((path) => `GET ${service.ready.appUrl}${path}`)
      expect(requests.filter((request) => !own.some((one) => request.startsWith(one)))).toEqual([])
      // The page registers its service worker some time after it was opened, whatever the address says.
      const register = `ServiceWorkerContainer.register ${service.ready.appUrl}service-worker.js`
      expect(writes.filter((write) => write !== register)).toEqual([])
    }
    expect(await page.context().storageState()).toEqual(storage)
    opened += links.length
  }
  expect(opened).toBe(COUNT)

  // The control: with a press, what was looked for is seen.
  await page.goto('/chat')
  const chat = new ChatScreen(page)
  await chat.ready()
  // Into an empty chat it would open at once.
  await chat.message.fill('A draft of mine')
  const setup = { ...chatOf(100), model: 'sandbox-fast', settings: { stream: true } }
  await openAll(page, [linkOf(encodeSetup(setup))])
  await page.waitForLoadState('networkidle')
  await recorder.take()
  await page.getByRole('button', { name: 'Open as new chat' }).click()
  await expect(chat.model).toHaveValue('sandbox-fast')
  await chat.ask('/tokens 5')
  const seen = await recorder.take()
  expect(seen.requests).toContain(`POST ${service.ready.baseUrl}/chat/completions`)
  expect(seen.writes.length).toBeGreaterThan(0)
  const { length: control } = seen.writes
  report('hostile links', {
    opened,
    requests: 0,
    writes: 0,
    changes: 0,
    'writes of the control': control,
  })
})

test('short links fill a form in, and send and store nothing else', async ({ page, service }) => {
  const posts: string[] = []
  page.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (request.method() !== 'GET' || origin !== new URL(service.ready.appUrl).origin)
      posts.push(`${request.method()} ${request.url()}`)
  })
  const nasty = '<img src="https://attacker.example/x">\u202E{"send":true}'
  for (const area of AREAS) {
    const query = new URLSearchParams({
      prompt: nasty,
      model: nasty,
      path: '/chat/completions',
      method: 'POST',
      body: nasty,
      send: '1',
      submit: 'true',
      baseUrl: 'https://attacker.example',
      key: 'sk-1',
      n: '1000',
    })
    await page.goto(`/${area}?${query.toString()}`)
    await new ChatScreen(page).ready()
    await expect(page).not.toHaveURL(area === 'explore' ? /path=/ : /prompt=/)
    await page.waitForLoadState('networkidle')
  }
  expect(posts).toEqual([])
  await page.goto('/image?prompt=make%20it%20warm&model=sandbox-quality-edit')
  const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true })
  await expect(prompt).toHaveValue('make it warm')
  await expect(page.getByRole('combobox', { name: 'Model', exact: true })).toHaveValue(
    'sandbox-quality-edit',
  )
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(prompt).not.toHaveValue('make it warm')
  expect(posts).toEqual([])
})
