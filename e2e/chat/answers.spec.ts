import type { Locator } from '@playwright/test'

import { CONVERSATION, expectAccessible } from '../support/accessibility.ts'
import type { ChatScreen } from '../support/chat-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { giveAnswer } from '../support/given-answer.ts'
import { openWithSettings } from '../support/stored-settings.ts'

/** What is on the clipboard, as pasting it shows: the page itself may not read it. */
async function pasted(chat: ChatScreen): Promise<string> {
  await chat.message.fill('')
  await chat.message.press('ControlOrMeta+v')
  await expect(chat.message).not.toHaveValue('')
  const text = await chat.message.inputValue()
  await chat.message.fill('')
  return text
}

/** What a press on a copy button puts on the clipboard. */
async function copied(chat: ChatScreen, button: Locator): Promise<string> {
  await chat.page.context().grantPermissions(['clipboard-write'])
  // What an earlier press has put there must not be taken for it.
  const before = 'nothing was copied'
  await chat.message.fill(before)
  await chat.message.press('ControlOrMeta+a')
  await chat.message.press('ControlOrMeta+x')
  await expect(chat.message).toHaveValue('')
  await button.click()
  let text = ''
  await expect.poll(async () => (text = await pasted(chat))).not.toBe(before)
  await expect(chat.page.getByText('Copied').first()).toBeAttached()
  return text
}

test('choices stand in a list, and the kept one is copied', async ({ chat, page }) => {
  expect(chat.page).toBe(page)
  const opened = await openWithSettings(page, { stream: true, n: 3 }, 'sandbox-fast')
  const answer = await opened.ask('/tokens 30')
  const second = answer.getByRole('region', { name: 'Choice 2' })
  await expect(answer.getByRole('region', { name: /^Choice/ })).toHaveCount(3)
  const [a, b] = await Promise.all(
    [answer.getByRole('region', { name: 'Choice 1' }), second].map((one) => one.boundingBox()),
  )
  expect(b?.x).toBe(a?.x)
  expect(b?.y).toBeGreaterThan(a?.y ?? Infinity)
  await answer.getByRole('radio', { name: 'Continue with choice 2' }).check()
  await expect(second).toContainText('used for the next turn')
  await expectAccessible(page, { include: CONVERSATION })
  const kept = await copied(opened, answer.getByRole('button', { name: 'Copy response' }))
  await expect(second).toContainText(
    kept
      .replaceAll(/[#\s]+/g, ' ')
      .trim()
      .slice(-20),
  )
})

// What else is said of it: src/features/chat/answers.test.tsx.
test('behavior: a schema that takes for ever is given up and nothing waits for it, and answers by schema are accessible', async ({
  chat,
  page,
}) => {
  expect(chat.page).toBe(page)
  const properties = {
    city: { type: 'string', pattern: '^(?:a|a)*$' },
    population: { type: 'integer' },
  }
  const json_schema = { name: 'city', schema: { type: 'object', properties } }
  const opened = await openWithSettings(page, {
    stream: true,
    response_format: { type: 'json_schema', json_schema },
  })
  const answerWith = async (content: string) => {
    await giveAnswer(page, { message: { content } }, true)
    return opened.ask('A city')
  }
  await expect(await answerWith('{"city": "a", "population": 1000}')).toContainText(
    'Matches schema',
  )
  const faulty = await answerWith('{"city": 1, "population": "many"}')
  await expect(faulty.getByRole('list', { name: 'Validation errors' })).toContainText('/city: ')
  await expect(await answerWith('{\n  "city": }')).toContainText('Not JSON')

  const answer = await answerWith(`{"city": "${'a'.repeat(60)}!"}`)
  await expect(answer).toContainText('Validating…')
  // On the page's own thread nothing would happen any more.
  await opened.message.fill('Written meanwhile')
  await expect(answer).toContainText('Validation timed out after 3 s.')
  await expect(answer).toContainText('Not validated')
  await expect(answer.getByText('aaaa', { exact: false }).first()).toBeVisible()
  await expectAccessible(page, { include: CONVERSATION })
})

test('tables, formulas and the request are copied as what they are', async ({ chat, page }) => {
  const content = '| name | n |\n|:--|--:|\n| **a\\|b** | $x^2$ |\n| =1+1 | `c` |\n\nSo $y = 1$.'
  await giveAnswer(page, { message: { content } }, false)
  const answer = await chat.ask('Table?')
  await expect(answer.locator('math')).toHaveCount(2)
  await answer.getByRole('table').hover()
  expect(await copied(chat, answer.getByRole('button', { name: 'Copy table as TSV' }))).toBe(
    "name\tn\na|b\t$x^2$\n'=1+1\tc",
  )
  expect(await copied(chat, answer.getByRole('button', { name: 'Copy table as Markdown' }))).toBe(
    '| name | n |\n| :-- | --: |\n| **a\\|b** | $x^2$ |\n| =1+1 | `c` |',
  )
  await page.evaluate(() => {
    const words = document.querySelector('.md p')
    if (words) getSelection()?.selectAllChildren(words)
  })
  await page.keyboard.press('ControlOrMeta+c')
  expect(await pasted(chat)).toBe('So $y = 1$.')
  expect(await copied(chat, answer.getByRole('button', { name: 'Copy response' }))).toBe(content)

  await answer.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Copy as curl' }).click()
  await expect(page.getByText('Copied as curl')).toBeVisible()
  // A curl command pasted into the message is offered as a request.
  const field = page.getByRole('textbox', { name: 'System prompt' })
  await field.press('ControlOrMeta+v')
  await expect(field).not.toHaveValue('')
  const code = await field.inputValue()
  expect(code).toMatch(/^curl [^]*\/chat\/completions/)
  expect(code).toContain('"Table?"')
  expect(code).toContain('$VENDOR_API_KEY')
})

/** A tenth of a second of silence. */
function wav(): Buffer {
  const samples = Buffer.alloc(800, 128)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8000, 24)
  head.writeUInt32LE(8000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}

test('answers with formulas, sources, media, token probabilities, details and refusals are drawn and accessible', async ({
  chat,
  page,
}) => {
  await test.step('formulas are drawn, prices are not', async () => {
    const formulas = [
      'Inline $e^{i\\pi} + 1 = 0$ and \\(a^2\\), for $5 and $6.',
      '$$\n\\int_0^1 x^2 \\, dx = \\frac{1}{3}\n$$',
      '\\[\n\\begin{cases} 1 & x > 0 \\\\ 0 & x \\le 0 \\end{cases}\n\\]',
      '| a |\n|---|\n| $x^2$ |',
      'Not known: $\\nosuchcommand{x}$',
    ]
    await giveAnswer(page, { message: { content: formulas.join('\n\n') } }, true)
    const drawn = await chat.ask('Formulas?')
    await expect(drawn.locator('math')).toHaveCount(5)
    await expect(drawn.getByRole('group', { name: 'Formula' })).toHaveCount(2)
    await expect(drawn).toContainText('for $5 and $6.')
    await expect(drawn).toContainText('$\\nosuchcommand{x}$')
    expect(await drawn.locator('mfrac').first().boundingBox()).toMatchObject({
      height: expect.closeTo(30, -2),
    })
  })

  await test.step('what reads from right to left begins at the right', async () => {
    // https://github.com/element-hq/element-meta/issues/652
    const bothWays = [
      '1. אחת\n2. שתיים',
      '> ציטוט',
      '| שם | ערך |\n|---|---|\n| א | 1 |',
      'Text[^1].',
      '1. one\n2. two',
      '[^1]: The note.',
    ]
    await giveAnswer(page, { message: { content: bothWays.join('\n\n') } }, true)
    const answer = await chat.ask('Hello')
    const mark = answer.getByRole('button', { name: 'Note 1', exact: true })
    await mark.click()
    await expect(answer.getByRole('group', { name: 'Note 1' })).toBeFocused()
    await answer.getByRole('button', { name: 'Back from note 1' }).click()
    await expect(mark).toBeFocused()
    const directions = await answer
      .locator('.md :is(ol, blockquote, table)')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).direction))
    expect(directions).toEqual(['rtl', 'rtl', 'rtl', 'ltr'])
  })

  await test.step('sources', async () => {
    const web_search_citations = [
      { title: 'First source', url: 'https://one.example/a', date: '2026-01-02T00:00:00' },
      { title: 'Second source', url: 'https://two.example/b', content: 'What it says.' },
    ]
    await giveAnswer(
      page,
      {
        message: { content: 'Boils at 100 °C [REF]0[/REF], less up high ^1,2^. Nobody says ^7^.' },
        rest: { vendor_parameters: { web_search_citations } },
      },
      true,
    )
    const answer = await chat.ask('When does water boil?')
    await answer.getByRole('button', { name: 'Source 2', exact: true }).click()
    const sources = answer.getByRole('list', { name: 'Sources' })
    await expect(sources.getByRole('listitem').nth(1)).toBeFocused()
    await sources.getByRole('button', { name: 'First source' }).click()
    await expect(page.getByRole('dialog', { name: 'Open one.example?' })).toBeVisible()
    expect(page.context().pages()).toHaveLength(1)
    await page.keyboard.press('Escape')
  })

  await test.step('pictures and sounds, told by their bytes', async () => {
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC'
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
    const images = [
      `data:text/html;base64,${png}`,
      `data:image/png;base64,${svg.toString('base64')}`,
      'https://pictures.example/remote.png',
    ].map((url) => ({ type: 'image_url', image_url: { url } }))
    const audio = { data: wav().toString('base64'), transcript: 'A short beep.' }
    await giveAnswer(page, { message: { content: 'Look.', images, audio } }, true)
    const answer = await chat.ask('Show me')
    const media = answer.getByRole('list', { name: 'Media' })
    await expect(media.getByRole('img')).toHaveCount(1)
    await expect
      .poll(() => media.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(10)
    await expect(media).toContainText('Unknown image format')
    await expect(media).toContainText('A short beep.')
    await expect
      .poll(() => media.locator('audio').evaluate((sound: HTMLAudioElement) => sound.duration))
      .toBeCloseTo(0.1)
    await media.getByRole('button', { name: 'Open image at pictures.example' }).click()
    await expect(page.getByRole('dialog', { name: 'Open pictures.example?' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expectAccessible(page, { include: CONVERSATION })
  })

  await test.step('token probabilities, details, documents, refusals and unread events', async () => {
    await page.unroute('**/api/v1/chat/completions')
    const opened = await openWithSettings(page, {
      stream: true,
      logprobs: true,
      top_logprobs: 4,
      vendor_parameters: { enable_web_search: 'on', return_search_results_as_documents: true },
    })
    const answer = await opened.ask('/tokens 20 How are server-sent events streamed?')
    await answer.getByRole('button', { name: 'Token probabilities' }).click()
    await answer
      .getByText(/^(Sources|Documents) \d+$/)
      .first()
      .click()
    await answer.getByRole('button', { name: /^Details/ }).click()
    await expect(answer.getByRole('listbox', { name: 'Tokens by probability' })).toBeVisible()
    await expect(answer.getByRole('group', { name: 'Response details' })).toBeVisible()
    await giveAnswer(page, { message: { content: '', refusal: 'No.', words: 'unknown' } }, true)
    const refused = await opened.ask('Hi')
    await expect(refused.getByRole('region', { name: 'Refusal' })).toBeVisible()
    await expect(refused.getByRole('button', { name: /events? not understood$/ })).toBeVisible()
    await expectAccessible(page, { include: CONVERSATION })
  })
})
