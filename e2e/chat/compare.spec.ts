import type { Locator, Page } from '@playwright/test'

import { expectAccessible, expectAccessibleInBothColors } from '../support/accessibility.ts'
import { pressAbove } from '../support/chat-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { holdDatabase } from '../support/held-database.ts'
import { keptAnswers, keptVersions } from '../support/kept-answers.ts'
import { openLimits, setCap } from '../support/limits-screen.ts'
import { picture, sha256 } from '../support/media-samples.ts'

/** The comparison as a person knows it. */
class CompareScreen {
  readonly page: Page
  readonly message: Locator
  readonly run: Locator

  constructor(page: Page) {
    this.page = page
    this.message = page.getByRole('textbox', { name: 'Message', exact: true })
    this.run = page.getByRole('button', { name: 'Run all' })
  }

  static async open(page: Page): Promise<CompareScreen> {
    await pressAbove(page, 'Compare')
    const screen = new CompareScreen(page)
    await expect(screen.run).toBeVisible()
    return screen
  }

  column(number: number): Locator {
    return this.page.getByRole('region', { name: `Column ${number}`, exact: true })
  }

  figures(number: number): Locator {
    return this.column(number).getByRole('group', { name: 'Response metrics' })
  }

  async say(text: string): Promise<void> {
    await this.message.fill(text)
    await this.run.click()
  }

  async setTemperature(number: number, value: string): Promise<void> {
    await this.page.getByRole('button', { name: `Settings of column ${number}` }).click()
    const dialog = this.page.getByRole('dialog')
    await dialog.getByRole('spinbutton', { name: 'temperature', exact: true }).fill(value)
    await dialog.getByRole('button', { name: 'Done' }).click()
  }
}

/** The body of each chat request of this page, in order. */
function sentBodies(page: Page): Record<string, unknown>[] {
  const bodies: Record<string, unknown>[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/chat/completions'))
      bodies.push(request.postDataJSON() as Record<string, unknown>)
  })
  return bodies
}

test('two setups answer the same message side by side, with figures and verdicts in words', async ({
  chat: _,
  page,
}) => {
  const compare = await CompareScreen.open(page)
  await compare.message.fill('/tokens 40 Hello')
  await expect(page.getByText(/^Estimate: up to \$0\.\d+ for 2 responses/)).toBeVisible()
  const bodies = sentBodies(page)
  await compare.run.click()
  for (const number of [1, 2]) {
    await expect(compare.figures(number)).toContainText('→40')
    await expect(compare.figures(number)).toContainText(/cost.*\$0\.000/)
  }
  await expect(compare.column(2)).toContainText('cheapest')
  await expect(compare.column(1)).not.toContainText('cheapest')
  expect(bodies.map(({ model }) => model)).toEqual(['default', 'fastest'])
})

test('linked settings change together, separate ones alone, and differences are marked', async ({
  chat: _,
  page,
}) => {
  const compare = await CompareScreen.open(page)
  await compare.setTemperature(1, '0.3')
  await page.getByRole('radio', { name: 'Separate' }).check()
  await compare.setTemperature(2, '1.5')
  await expect(compare.column(1)).toContainText('temperature 0.3')
  await expect(compare.column(2)).toContainText('temperature 1.5')
  const bodies = sentBodies(page)
  await compare.say('/tokens 5')
  await expect(compare.figures(2)).toBeVisible()
  expect(bodies.map(({ temperature }) => temperature)).toEqual([0.3, 1.5])
})

test('each column keeps its own history, survives a reload, and can be kept as a chat', async ({
  chat,
  page,
}) => {
  const compare = await CompareScreen.open(page)
  await compare.say('/tokens 7 First')
  await expect(compare.figures(1)).toHaveCount(1)
  await expect(compare.figures(2)).toHaveCount(1)
  await expect(page).toHaveURL(/\/chat\/compare-[\w-]+$/)
  const bodies = sentBodies(page)
  await compare.say('/tokens 9 Second')
  await expect(compare.figures(1)).toHaveCount(2)
  await expect(compare.figures(2)).toHaveCount(2)
  for (const [at, body] of bodies.entries()) {
    const own = await compare
      .column(at + 1)
      .locator('.md')
      .first()
      .textContent()
    expect(body['messages']).toHaveLength(3)
    expect(own?.length).toBeGreaterThan(5)
  }
  await expect.poll(keptAnswers(page)).toBe(4)
  await page.reload()
  await expect(compare.figures(2)).toHaveCount(2)
  await page.getByRole('button', { name: 'History', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Compare: /tokens 7 First' })).toHaveCount(1)

  await compare.column(2).getByRole('button', { name: 'Keep' }).click()
  await expect(page).toHaveURL(/\/chat\/[\da-f-]{36}$/)
  await expect(chat.model).toHaveValue('fastest')
  await expect(chat.answers).toHaveCount(2)
  await expect(page.getByRole('link', { name: /First/ })).toHaveCount(2)
})

test('a reload in mid-stream keeps the text of every column and says that it was cut', async ({
  chat: _,
  page,
}) => {
  const compare = await CompareScreen.open(page)
  await compare.say('/tokens 4000 /rate 40')
  const text = (number: number) => compare.column(number).locator('.md').textContent()
  for (const number of [1, 2])
    await expect.poll(async () => (await text(number))?.length ?? 0).toBeGreaterThan(300)
  // What is on the screen is stored while more of it comes.
  const stored = async () =>
    (await keptVersions(page)).map(({ answer }) => (answer.choices[0]?.content.length ?? 0) > 400)
  await expect.poll(stored).toEqual([true, true])
  await page.reload()
  for (const number of [1, 2]) {
    await expect(compare.column(number).getByRole('alert')).toContainText('cut off')
    expect((await text(number))?.length).toBeGreaterThan(200)
  }
})

test('with no room left the columns answer all the same, and the loss is said', async ({
  chat: _,
  page,
  context,
}) => {
  const compare = await CompareScreen.open(page)
  const devtools = await context.newCDPSession(page)
  const { origin } = new URL(page.url())
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  await compare.say('/tokens 30')
  await expect(compare.figures(1)).toContainText('→30')
  await expect(compare.figures(2)).toContainText('→30')
  await expect(page.getByText('save the comparison')).toBeVisible()
})

test('up to four columns; a removed one comes back with Undo', async ({ chat: _, page }) => {
  const compare = await CompareScreen.open(page)
  const add = page.getByRole('button', { name: 'Column', exact: true })
  await add.click()
  await add.click()
  await expect(add).toBeDisabled()
  await compare.say('/tokens 5')
  await expect(compare.figures(4)).toBeVisible()
  await page.getByRole('button', { name: 'Remove column 2' }).click()
  await expect(compare.column(4)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(compare.figures(4)).toBeVisible()
})

test('a column that another tab removes is left out here, and can be kept', async ({
  chat: _,
  page,
  context,
}) => {
  const compare = await CompareScreen.open(page)
  await page.getByRole('button', { name: 'Column', exact: true }).click()
  await compare.say('/tokens 5 First')
  for (const number of [1, 2, 3]) await expect(compare.figures(number)).toBeVisible()
  await expect(page).toHaveURL(/\/chat\/compare-[\w-]+$/)
  const other = new CompareScreen(await context.newPage())
  await other.page.goto(page.url())
  await expect(other.figures(3)).toBeVisible()
  const removeIt = () => other.page.getByRole('button', { name: 'Remove column 2' }).click()

  await removeIt()
  const gone = compare.column(2).getByText('Deleted in another tab')
  await expect(gone).toBeVisible()
  await other.page.getByRole('button', { name: 'Undo' }).click()
  await expect(compare.figures(2)).toBeVisible()

  await removeIt()
  await expect(gone).toBeVisible()
  await expect(page.getByText(/^Estimate: .* for 2 responses/)).toBeVisible()
  await expectAccessible(page)
  const bodies = sentBodies(page)
  await compare.say('/tokens 5 Second')
  for (const number of [1, 3]) await expect(compare.figures(number)).toHaveCount(2)
  expect(bodies).toHaveLength(2)
  await compare.column(2).getByRole('button', { name: 'Restore' }).click()
  await expect(compare.figures(2)).toHaveCount(1)
  await expect.poll(keptAnswers(page)).toBe(5)
  await page.reload()
  await expect(compare.figures(2)).toHaveCount(1)
  await expect(compare.figures(3)).toHaveCount(2)
})

test('a comparison that another tab deletes in mid-answer goes at its end, and can be kept', async ({
  chat: _,
  page,
  context,
}) => {
  const compare = await CompareScreen.open(page)
  await compare.say('/tokens 60 /rate 20')
  await expect(page).toHaveURL(/\/chat\/compare-[\w-]+$/)
  const other = await context.newPage()
  await other.goto('/chat')
  await other.getByRole('button', { name: 'History', exact: true }).click()
  const more = other.getByRole('button', { name: /^More: Compare/ })
  await more.focus()
  await more.press('Enter')
  await other.getByRole('menuitem', { name: 'Delete', exact: true }).click()
  await expect(other.getByRole('link', { name: /^Compare: / })).toHaveCount(0)
  const notice = page.getByText('Comparison deleted')
  await expect(notice).toBeVisible()
  await expectAccessible(page)
  // Its last words did not bring it back.
  await expect(other.getByRole('link', { name: /^Compare: / })).toHaveCount(0)
  await other.getByRole('button', { name: 'Undo' }).click()
  for (const number of [1, 2]) await expect(compare.figures(number)).toContainText('→60')
  await expect.poll(keptAnswers(page)).toBe(2)
  await page.reload()
  for (const number of [1, 2]) await expect(compare.figures(number)).toContainText('→60')
})

test('a message whose columns could not be stored in time is back after a reload, with its columns', async ({
  chat,
  page,
  context,
}) => {
  await chat.ask('/tokens 1')
  await expect.poll(keptAnswers(page)).toBe(1)
  const compare = await CompareScreen.open(page)
  await page.getByRole('button', { name: 'Column', exact: true }).click()
  const letGo = await holdDatabase(context, 'vendor-playground', ['conversations', 'messages'])
  await compare.say('/tokens 5 Who is right?')
  for (const number of [1, 2, 3]) await expect(compare.figures(number)).toBeVisible()
  await expect(compare.message).toHaveValue('')
  await page.reload()
  await letGo()
  await expect(compare.message).toHaveValue('/tokens 5 Who is right?')
  await expect(page.getByRole('region', { name: /^Column \d$/ })).toHaveCount(3)
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect.poll(keptAnswers(page)).toBe(4)
  await page.reload()
  for (const number of [1, 2, 3]) await expect(compare.figures(number)).toBeVisible()
  await expect(compare.message).toHaveValue('')
})

test('one column is stopped alone, and all at once', async ({ chat: _, page }) => {
  const compare = await CompareScreen.open(page)
  await compare.say('/tokens 4000 /rate 20')
  await compare.column(1).getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(compare.column(1)).toContainText('Stopped')
  await expect(compare.column(2)).not.toContainText('Stopped')
  await page.getByRole('button', { name: 'Stop all' }).click()
  await expect(compare.column(2)).toContainText('Stopped')
  await compare.column(2).getByRole('button', { name: 'Run again' }).click()
  await expect(page.getByRole('button', { name: 'Stop all' })).toBeVisible()
})

test('an invalid setting of one column sends nothing, and is named', async ({ chat: _, page }) => {
  const compare = await CompareScreen.open(page)
  await page.getByRole('radio', { name: 'Separate' }).check()
  await compare.setTemperature(2, '3')
  const bodies = sentBodies(page)
  await compare.say('Hello')
  await expect(page.getByRole('form', { name: 'New message' }).getByRole('alert')).toContainText(
    'Column 2: temperature is 3, but must be at most 2.',
  )
  await expect(compare.message).toHaveValue('Hello')
  expect(bodies).toEqual([])
})

test('a fifth answer waits in any tab, and other calls still come through at once', async ({
  chat: _,
  page,
  context,
  service,
}) => {
  const compare = await CompareScreen.open(page)
  const add = page.getByRole('button', { name: 'Column', exact: true })
  await add.click()
  await add.click()
  await compare.say('/tokens 4000 /rate 20')
  await expect(page.getByText('Streaming')).toHaveCount(4)

  const other = await context.newPage()
  await other.goto('/chat')
  const bodies = sentBodies(other)
  await other.getByRole('textbox', { name: 'Message', exact: true }).fill('/tokens 10')
  await other.getByRole('button', { name: 'Send', exact: true }).click()
  const answer = other.getByRole('article', { name: 'Assistant message' })
  await expect(answer).toContainText('Queued: 4 responses are already streaming')
  expect(bodies).toEqual([])

  // Other requests are not held up behind the four.
  const status = await other.evaluate(
    async ({ url, key }) =>
      (await fetch(url, { headers: { Authorization: `Bearer ${key}` } })).status,
    { url: `${service.ready.baseUrl}/models`, key: service.ready.apiKey },
  )
  expect(status).toBe(200)
  await expect(page.getByText('Streaming')).toHaveCount(4)

  // By keyboard: the button moves down with what is still coming.
  await compare.column(3).getByRole('button', { name: 'Stop', exact: true }).press('Enter')
  await expect(answer.getByRole('group', { name: 'Response metrics' })).toContainText('→10')
  await page.getByRole('button', { name: 'Stop all' }).click()
})

test('a waiting answer can be stopped before anything was sent', async ({
  chat,
  page,
  context,
}) => {
  const other = await context.newPage()
  await other.goto('/chat')
  await other.getByRole('button', { name: 'Side by side' }).waitFor()
  const compare = await CompareScreen.open(other)
  const add = other.getByRole('button', { name: 'Column', exact: true })
  await add.click()
  await add.click()
  await compare.say('/tokens 4000 /rate 20')
  await expect(other.getByText('Streaming')).toHaveCount(4)
  const bodies = sentBodies(page)
  await chat.say('Hello')
  await expect(chat.answers).toContainText('Queued')
  await chat.stop.click()
  await expect(chat.answers).toContainText('Stopped')
  expect(bodies).toEqual([])
})

test('one message with attachments goes to every column, byte for byte', async ({
  chat: _,
  page,
}) => {
  const compare = await CompareScreen.open(page)
  const models = ['sandbox-media', 'sandbox-vision']
  for (const [at, model] of models.entries()) {
    const picker = page.getByRole('combobox', { name: `Model of column ${at + 1}` })
    await picker.fill(model)
    await picker.press('Enter')
  }
  const photo = await picture('png', 90, 70)
  await page.getByRole('button', { name: 'Attach', exact: true }).click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Files', exact: true }).click()
  await (await choosing).setFiles({ name: 'photo.png', mimeType: 'image/png', buffer: photo })
  const attached = page.getByRole('list', { name: 'Attachments' })
  await expect(attached).toContainText('90 × 70 px')
  await page.getByRole('button', { name: 'Attach', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Sample PDF' }).click()
  await expect(attached).toContainText('quotation.pdf')
  // What one of the columns cannot take is said before anything is sent.
  await expect(page.getByText("sandbox-vision doesn't support files")).toBeVisible()
  await page.getByRole('button', { name: 'Remove quotation.pdf' }).click()
  await expect(page.getByText("sandbox-vision doesn't support files")).toHaveCount(0)
  await expect(page.getByText(/^Estimate: up to .* for 2 responses/)).toBeVisible()
  await expectAccessible(page)

  const bodies = sentBodies(page)
  await compare.say('/tokens 5 What is it?')
  for (const number of [1, 2]) {
    await expect(compare.figures(number)).toBeVisible()
    await expect(compare.column(number).getByRole('img', { name: 'image_url' })).toBeVisible()
  }
  const hashes = bodies.map((body) => {
    const [message] = body['messages'] as { content: { image_url?: { url: string } }[] }[]
    const url = message?.content[0]?.image_url?.url ?? ''
    return sha256(Buffer.from(url.split(',')[1] ?? '', 'base64'))
  })
  expect(hashes).toEqual([sha256(photo), sha256(photo)])
  await expect(attached).toHaveCount(0)
  await expect.poll(keptAnswers(page)).toBe(2)
  await page.reload()
  await expect(compare.column(2).getByRole('img', { name: 'image_url' })).toBeVisible()
})

test('a column over a spend cap says so and goes once by a press, alone', async ({
  chat: _,
  page,
}) => {
  await setCap(await openLimits(page), 'Per-request spend limit', '0.000001')
  await page.keyboard.press('Escape')
  const compare = await CompareScreen.open(page)
  const bodies = sentBodies(page)
  await compare.say('/tokens 5')
  for (const number of [1, 2])
    await expect(compare.column(number).getByRole('alert')).toContainText(
      'Over request spend limit',
    )
  expect(bodies).toEqual([])
  await compare.column(2).getByRole('button', { name: 'Send anyway' }).click()
  await expect(compare.figures(2)).toContainText('→5')
  await expect(compare.column(2).getByRole('alert')).toHaveCount(0)
  await expect(compare.column(1).getByRole('alert')).toBeVisible()
  expect(bodies.map(({ model }) => model)).toEqual(['fastest'])
})

test.describe('accessibility', () => {
  test('a comparison with answers, and its settings', async ({ chat: _, page }) => {
    const compare = await CompareScreen.open(page)
    await compare.say('/tokens 20')
    await expect(compare.figures(1)).toBeVisible()
    await expect(compare.figures(2)).toBeVisible()
    await expectAccessibleInBothColors(page)
    await page.getByRole('button', { name: 'Settings of column 1' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessibleInBothColors(page)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true })

  test('columns are tabs, and nothing scrolls sideways', async ({ chat: _, page }) => {
    const compare = await CompareScreen.open(page)
    await compare.say('/tokens 20')
    await expect(compare.figures(1)).toBeVisible()
    await page.getByRole('tab', { name: /^2/ }).click()
    await expect(compare.figures(2)).toBeVisible()
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(sideways).toBe(0)
  })
})
