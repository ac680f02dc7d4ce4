import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import type { Locator, Page } from '@playwright/test'

import { ChatScreen } from '../support/chat-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { giveAnswer } from '../support/given-answer.ts'
import { inertFaults, type Misdeeds, provoke, watchMisdeeds } from '../support/inert.ts'
import { openWithSettings } from '../support/stored-settings.ts'

/** Texts that try to make a renderer run a script, leave the page or contact another host. */
const payloads = corpus(new URL('corpora/markdown-exfiltration.json', import.meta.url))

/**
 * The same for places that are not Markdown. A folder of further lists can be named in the environment:
 * public collections whose licences keep them out of this repository.
 */
const everywhere = [
  ...corpus(new URL('corpora/html-payloads.json', import.meta.url)),
  ...payloads.slice(0, 10),
  ...furtherPayloads(process.env['HOSTILE_CORPORA']),
]

function corpus(file: URL | string): string[] {
  return JSON.parse(readFileSync(file, 'utf8')) as string[]
}

function furtherPayloads(folder: string | undefined): string[] {
  if (folder === undefined) return []
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return files.flatMap((name) => corpus(path.join(folder, name)))
}

/** Replaces every answer on the way, so that it is exactly this text. */
async function answerWith(page: Page, contentOf: (answer: number) => string): Promise<void> {
  let answers = 0
  await page.route('**/api/v1/chat/completions', async (route) => {
    const message = { role: 'assistant', content: contentOf(answers++) }
    const choices = [{ index: 0, finish_reason: 'stop', logprobs: null, message }]
    await route.fulfill({
      contentType: 'application/json',
      body: JSON.stringify({ id: 'c', object: 'chat.completion', created: 1, model: 'm', choices }),
    })
  })
}

test(
  'hostile answers are inert and contact nobody, pressed or not',
  { tag: '@smoke' },
  async ({ chat, page, service }) => {
    const { foreign } = await watchMisdeeds(page, service.ready.appUrl)
    const perAnswer = 40
    await answerWith(page, (answer) =>
      payloads.slice(answer * perAnswer, (answer + 1) * perAnswer).join('\n\n---\n\n'),
    )
    const title = await page.title()
    let pressed = 0
    for (let answer = 0; answer * perAnswer < payloads.length; answer += 1) {
      // The reasoning of an answer is Markdown too.
      const bodies = (await chat.ask('Attack')).locator('.md')
      await expect(bodies.last()).not.toBeEmpty()
      for (const body of await bodies.all()) expect(await inertFaults(body)).toEqual([])
      for (const link of await bodies.locator('a[href], button.md-image').all()) {
        await link.dispatchEvent('click')
        const dialog = page.getByRole('dialog')
        await expect(dialog).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
        pressed += 1
      }
    }
    expect(pressed).toBeGreaterThan(20)
    expect(await page.title()).toBe(title)
    expect(page.context().pages()).toHaveLength(1)
    expect(foreign).toEqual([])
  },
)

/** A whole answer made of payloads: every place of it that the page shows. */
function hostileAnswer(texts: readonly string[]) {
  const joined = texts.join(' ')
  const results = texts.map((text) => ({ title: text, url: text, content: text, date: text }))
  const documents = texts.map((text, id) => ({ id, title: text, url: text, snippet: text }))
  const call = (id: string, name: string, json: string) => ({
    id,
    type: 'function',
    function: { name, arguments: json },
  })
  return {
    message: {
      content: texts
        .flatMap((text) => [text, `$\\text{${text}}$`, `$$\n${text}\n$$`, `\\(${text} x\\)`])
        .join('\n\n'),
      reasoning_content: texts.join('\n\n'),
      tool_calls: [
        call('documents', 'vendor_web_search_documents', JSON.stringify({ documents })),
        ...texts.map((text) => call(text, text, text)),
      ],
      images: texts.map((text) => ({
        type: 'image_url',
        image_url: { url: `data:image/png;base64,${Buffer.from(text).toString('base64')}` },
      })),
      audio: { data: Buffer.from(joined).toString('base64'), transcript: texts.join('\n') },
    },
    choice: {
      finish_reason: joined,
      logprobs: {
        content: texts.map((token) => ({
          token,
          logprob: -1,
          top_logprobs: [{ token: `${token} `, logprob: -2 }],
        })),
      },
    },
    rest: {
      id: joined,
      model: joined,
      vendor_parameters: { web_search_citations: results, enable_web_search: joined },
    },
  }
}

/** Opens all that is folded away. */
async function unfold(answer: Locator): Promise<void> {
  await answer.evaluate((root) => {
    for (const details of root.querySelectorAll('details')) details.open = true
  })
  await answer.getByRole('button', { name: /^Details/ }).click()
  await expect(answer.getByRole('group', { name: 'Response details' })).toBeVisible()
}

/** Provokes everything in an answer; where a link asks, the answer is no. Gives how many were pressed. */
async function provokeAndDecline(page: Page, answer: Locator): Promise<number> {
  const pressed = await provoke(answer)
  if (pressed === 0) return 0
  // By its element: to tell all roles of so large a page takes long.
  const dialog = page.locator('dialog[open]')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  return pressed
}

/** Has every place of answers hold every payload, and provokes what is drawn. */
async function expectInertAnswers(page: Page, misdeeds: Misdeeds, streamed: boolean) {
  await page.unroute('**/api/v1/chat/completions')
  const chat = await openWithSettings(page, {
    stream: streamed,
    vendor_parameters: { enable_web_search: 'on' },
  })
  const title = await page.title()
  const at = page.url()
  const perAnswer = 30
  let pressed = 0
  for (let from = 0; from < everywhere.length; from += perAnswer) {
    await page.unroute('**/api/v1/chat/completions')
    const texts = everywhere.slice(from, from + perAnswer)
    await giveAnswer(page, hostileAnswer(texts), streamed)
    const answer = await chat.ask('Attack')
    await unfold(answer)
    expect(await inertFaults(answer)).toEqual([])
    pressed += await provokeAndDecline(page, answer)
    await answer.getByRole('button', { name: 'Token probabilities' }).click()
    await expect(answer.getByRole('option')).toHaveCount(texts.length)
    expect(await inertFaults(answer)).toEqual([])
    await provokeAndDecline(page, answer)
    await answer.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete response' }).click()
  }
  expect(pressed).toBeGreaterThan(5)
  expect(await misdeeds.executed()).toBe(0)
  expect(misdeeds.foreign).toEqual([])
  expect([await page.title(), page.url()]).toEqual([title, at])
  expect(page.context().pages()).toHaveLength(1)
}

/** The same for what is read as JSON, and for a failure. */
async function expectInertFaults(page: Page, misdeeds: Misdeeds) {
  await page.unroute('**/api/v1/chat/completions')
  const texts = everywhere.slice(0, 60)
  const schema = { type: 'object', properties: {}, additionalProperties: false }
  const chat = await openWithSettings(page, {
    stream: false,
    response_format: { type: 'json_schema', json_schema: { name: 'none', schema } },
  })
  const entries = texts.map((text) => `${JSON.stringify(text)}:${JSON.stringify([text])}`)
  await giveAnswer(page, { message: { content: `{${entries.join(',')}}` } }, false)
  const answer = await chat.ask('Attack')
  await expect(answer.getByRole('list', { name: 'Validation errors' })).toContainText('<script>')
  expect(await inertFaults(answer)).toEqual([])
  await provoke(answer)
  await page.unroute('**/api/v1/chat/completions')
  await page.route('**/api/v1/chat/completions', (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/json',
      body: JSON.stringify({
        error: texts.join(' '),
        issues: texts.map((text) => ({ code: text, path: [text], message: text })),
      }),
    }),
  )
  await chat.say('Fail')
  const failed = chat.answers.last()
  await expect(failed.getByRole('alert')).toContainText('400')
  expect(await inertFaults(failed)).toEqual([])
  await provoke(failed)
  expect(await misdeeds.executed()).toBe(0)
  expect(misdeeds.foreign).toEqual([])
  expect(await page.evaluate(() => Reflect.get({}, 'polluted') === undefined)).toBe(true)
}

for (const bypassCSP of [false, true])
  test.describe(bypassCSP ? 'with the policy off' : 'with the policy on', () => {
    test.use({ bypassCSP })

    test('every place of an answer is inert, a structured one and its faults, and what a failure says', async ({
      page,
      service,
    }) => {
      test.setTimeout(300_000 + everywhere.length * 2000)
      const misdeeds = await watchMisdeeds(page, service.ready.appUrl)
      await page.goto('/chat')
      await new ChatScreen(page).ready()
      await test.step('streamed', () => expectInertAnswers(page, misdeeds, true))
      // With the policy off nothing but the page itself keeps it inert: there both ways are tried.
      if (bypassCSP)
        await test.step('in one piece', () => expectInertAnswers(page, misdeeds, false))
      await test.step('as JSON, and as a failure', () => expectInertFaults(page, misdeeds))
    })
  })

test.describe('the detector', () => {
  test.use({ bypassCSP: true })

  test('sees what a page without defences would do', async ({ page, service }) => {
    const misdeeds = await watchMisdeeds(page, service.ready.appUrl)
    await page.route('https://hostile.example/**', (route) => route.abort())
    await page.goto('/chat')
    await new ChatScreen(page).ready()
    const harmful = everywhere.filter((text) => !/http-equiv|<base|<body/.test(text))
    await page.evaluate((texts) => {
      const stage = document.createElement('div')
      stage.id = 'stage'
      document.body.appendChild(stage)
      // oxlint-disable-next-line no-restricted-properties -- the sink that the app does not have
      for (const text of texts) stage.appendChild(document.createElement('div')).innerHTML = text
    }, harmful)
    await expect.poll(misdeeds.executed).toBeGreaterThan(3)
    await expect.poll(() => misdeeds.foreign.length).toBeGreaterThan(1)
    expect((await inertFaults(page.locator('#stage'))).length).toBeGreaterThan(20)
  })
})
