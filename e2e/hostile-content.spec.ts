import { readFileSync } from 'node:fs'

import type { Locator, Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'

/** Texts that try to make a renderer run a script, leave the page or contact another host. */
const payloads = JSON.parse(
  readFileSync(new URL('corpora/markdown-exfiltration.json', import.meta.url), 'utf8'),
) as string[]

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

/** Every request of a page to another origin, whatever asked for it. */
function foreignRequests(page: Page, appUrl: string): string[] {
  const { origin } = new URL(appUrl)
  const foreign: string[] = []
  page.context().on('request', (request) => {
    const { protocol, origin: target } = new URL(request.url())
    if (protocol.startsWith('http') && target !== origin) foreign.push(request.url())
  })
  return foreign
}

/** What must not be in an answer: anything that loads, runs or leads away by itself. */
async function expectInert(body: Locator): Promise<void> {
  const faults = await body.evaluate((element) =>
    [...element.querySelectorAll('*')].flatMap((node) => {
      const loads = [
        'SCRIPT',
        'IFRAME',
        'OBJECT',
        'EMBED',
        'VIDEO',
        'AUDIO',
        'LINK',
        'STYLE',
        'FORM',
      ]
      const isRemoteImage =
        node.tagName === 'IMG' && node.getAttribute('src')?.startsWith('data:image/') !== true
      const attributes = [...node.attributes].filter(
        ({ name, value }) =>
          name.startsWith('on') ||
          name === 'style' ||
          (name === 'href' && !/^(?:https?|mailto):/.test(value)),
      )
      return loads.includes(node.tagName) || isRemoteImage || attributes.length > 0
        ? [node.tagName + attributes.map(({ name, value }) => ` ${name}=${value}`).join('')]
        : []
    }),
  )
  expect(faults).toEqual([])
}

test('hostile answers are inert and contact nobody, pressed or not', async ({
  chat,
  page,
  service,
}) => {
  test.setTimeout(180_000)
  const foreign = foreignRequests(page, service.ready.appUrl)
  const perAnswer = 20
  await answerWith(page, (answer) =>
    payloads.slice(answer * perAnswer, (answer + 1) * perAnswer).join('\n\n---\n\n'),
  )
  const title = await page.title()
  let pressed = 0
  for (let answer = 0; answer * perAnswer < payloads.length; answer += 1) {
    const body = (await chat.ask('Attack')).locator('.md')
    await expect(body).not.toBeEmpty()
    await expectInert(body)
    for (const link of await body.locator('a[href], button.md-image').all()) {
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
})

test('a link in an answer shows where it leads before anything opens', async ({ chat, page }) => {
  await answerWith(page, () => '[your bank](https://xn--bnk-hoa.example/login)')
  const answer = await chat.ask('Where?')
  await answer.getByRole('link', { name: 'your bank' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open xn--bnk-hoa.example?' })
  await expect(dialog).toContainText('https://xn--bnk-hoa.example/login')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect(page.context().pages()).toHaveLength(1)
})

test('everything that Markdown can hold is shown', async ({ chat }) => {
  const answer = await chat.ask('/markdown /rate 2000')
  const body = answer.locator('.md')
  for (const element of ['h1', 'h2', 'ul', 'ol', 'blockquote', 'table', 'pre code', 'hr', 'a'])
    await expect(body.locator(element).first()).toBeAttached()
})
