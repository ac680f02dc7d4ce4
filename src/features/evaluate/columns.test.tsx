import { openLimits, setCap } from '../../../e2e/support/limits-screen.ts'
import { picture, sha256 } from '../../../e2e/support/media-samples.ts'
import { messagesOf, sentBodies, SideBySide } from '../../../e2e/support/side-by-side.ts'
import { expect, test } from '../../app/testing/open-page.tsx'

test('a conversation goes on in each column with its own responses, and stays after a reload', async ({
  chat,
  page,
}) => {
  await chat.ask('/tokens 3 Before')
  const screen = await SideBySide.open(page)
  await expect(page.getByRole('rowheader', { name: /^1 / })).toContainText('Before')
  await screen.setModel('B', 'fastest')
  await screen.message.fill('/tokens 7 First')
  await expect(page.getByText(/^2 requests, max cost \$0\.\d+/).last()).toBeVisible()
  const bodies = sentBodies(page)
  await screen.send.click()
  await screen.expectDone(1, 'A', 'B')
  await screen.say('/tokens 9 Second')
  await screen.expectDone(2, 'A', 'B')
  expect(bodies).toHaveLength(4)
  for (const letter of ['A', 'B']) {
    const model = letter === 'A' ? 'default' : 'fastest'
    const messages = messagesOf(bodies.filter((body) => body['model'] === model)[1])
    expect(messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
    ])
    const own = await screen.cell(1, letter).locator('.md').textContent()
    expect(own).toContain(String(messages[3]?.content).trim().split('\n').at(-1))
  }
  await page.reload()
  await screen.expectDone(2, 'A', 'B')
  await screen.cell(2, 'B').getByRole('button', { name: 'Open as chat' }).click()
  await expect(page).toHaveURL(/\/chat\/[\da-f-]{36}$/)
  await expect(chat.model).toHaveValue('fastest')
  await expect(chat.answers).toHaveCount(3)
})

test('a message on an empty board begins a conversation, and a second case makes it a grid', async ({
  page,
}) => {
  await page.goto('/evaluate')
  const screen = new SideBySide(page)
  await screen.say('/tokens 5 Hello')
  await screen.expectDone(1, 'A', 'B')
  await page.getByRole('button', { name: 'Add configuration' }).click()
  await expect(screen.cell(1, 'C')).toHaveAccessibleName(/waiting$/)
  const bodies = sentBodies(page)
  await screen.say('/tokens 6 More')
  await screen.expectDone(2, 'A', 'B', 'C')
  // A column that is new begins with what is said now.
  expect(new Set(bodies.map((body) => messagesOf(body).length))).toEqual(new Set([1, 3]))
  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByRole('button', { name: 'Add case' }).click()
  await expect(screen.message).toHaveCount(0)
  await expect(page.getByRole('rowheader')).toHaveCount(3)
})

test('settings change in one configuration or in all, and differences are marked', async ({
  chat: _,
  page,
}) => {
  const screen = await SideBySide.open(page)
  await screen.message.fill('/tokens 5')
  await screen.send.click()
  await screen.expectDone(1, 'A', 'B')
  await page.getByRole('button', { name: 'Settings A' }).click()
  const panel = page.getByRole('region', { name: 'Configuration A' })
  const temperature = panel.getByRole('spinbutton', { name: 'temperature', exact: true })
  await temperature.fill('0.3')
  const differences = page.getByRole('list', { name: 'Differences of A' })
  await expect(differences).toContainText('temperature 0.3')
  await panel.getByRole('checkbox', { name: 'Change in all configurations' }).check()
  await temperature.fill('0.4')
  await expect(differences).toHaveCount(0)
  const bodies = sentBodies(page)
  await screen.say('/tokens 5')
  await screen.expectDone(2, 'A', 'B')
  expect(bodies.map((body) => body['temperature'])).toEqual([0.4, 0.4])
})

test('one column is stopped alone, and all at once', async ({ chat: _, page }) => {
  const screen = await SideBySide.open(page)
  await screen.say('/tokens 4000 /rate 20')
  await expect(screen.cell(1, 'A')).toContainText('Streaming')
  await screen.cell(1, 'A').getByRole('button', { name: 'Stop', exact: true }).press('Enter')
  await expect(screen.cell(1, 'A')).toContainText('Stopped')
  await expect(screen.cell(1, 'B')).toContainText('Streaming')
  await screen.stopAll.click()
  await expect(screen.cell(1, 'B')).toContainText('Stopped')
  const bodies = sentBodies(page)
  await screen.cell(1, 'B').getByRole('button', { name: 'Run again' }).click()
  await expect(screen.cell(1, 'B')).toContainText('Streaming')
  expect(bodies).toHaveLength(1)
  await screen.stopAll.click()
  await expect(screen.cell(1, 'B')).toContainText('Stopped')
})

test('an invalid setting of one column sends nothing, and is named', async ({ chat: _, page }) => {
  const screen = await SideBySide.open(page)
  await page.getByRole('button', { name: 'Settings B' }).click()
  const panel = page.getByRole('region', { name: 'Configuration B' })
  await panel.getByRole('spinbutton', { name: 'temperature', exact: true }).fill('3')
  const bodies = sentBodies(page)
  await screen.say('Hello')
  await expect(page.getByRole('form', { name: 'New message' }).getByRole('alert')).toContainText(
    'B: temperature is 3, but must be at most 2.',
  )
  await expect(screen.message).toHaveValue('Hello')
  expect(bodies).toEqual([])
  await page.reload()
  await expect(screen.message).toHaveValue('Hello')
})

test('a response is shown as in a chat, also after a reload: reasoning, sources, tool calls', async ({
  chat: _,
  page,
}) => {
  const screen = await SideBySide.open(page)
  await screen.say('/think /refs /tokens 60')
  await screen.expectDone(1, 'A', 'B')
  await screen.say('/tool')
  await screen.expectDone(2, 'A', 'B')
  const expectWhole = async () => {
    const first = screen.cell(1, 'A')
    await expect(first.getByRole('group', { name: 'Reasoning' })).toBeVisible()
    await expect(first.getByText(/^Sources \d+$/)).toBeVisible()
    await expect(first.getByRole('group', { name: 'Response metrics' })).toContainText('tok')
    await expect(screen.cell(2, 'A').getByRole('list', { name: 'Tool calls' })).toBeVisible()
  }
  await expectWhole()
  await page.reload()
  await expectWhole()
})

test('a column over a spend limit says so and goes once by a press, alone', async ({
  chat: _,
  page,
}) => {
  await setCap(await openLimits(page), 'Per-request spend limit', '0.000001')
  await page.keyboard.press('Escape')
  const screen = await SideBySide.open(page)
  await screen.setModel('B', 'fastest')
  const bodies = sentBodies(page)
  await screen.say('/tokens 5')
  for (const letter of ['A', 'B'])
    await expect(screen.cell(1, letter).getByRole('alert')).toContainText('Nothing was sent')
  expect(bodies).toEqual([])
  await screen.cell(1, 'B').getByRole('button', { name: 'Send anyway' }).click()
  await screen.expectDone(1, 'B')
  await expect(screen.cell(1, 'A')).toHaveAccessibleName(/waiting$/)
  expect(bodies.map(({ model }) => model)).toEqual(['fastest'])
})

test('one message with attachments goes to every column, byte for byte', async ({
  chat: _,
  page,
}) => {
  const screen = await SideBySide.open(page)
  await screen.setModel('A', 'sandbox-media')
  await screen.setModel('B', 'sandbox-vision')
  const photo = await picture('png', 90, 70)
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach', exact: true }).click()
  await (await choosing).setFiles({ name: 'photo.png', mimeType: 'image/png', buffer: photo })
  await expect(page.getByRole('list', { name: 'Attachments' })).toContainText('Image')
  const bodies = sentBodies(page)
  await screen.say('/tokens 5 What is it?')
  await screen.expectDone(1, 'A', 'B')
  const hashes = bodies.map((body) => {
    const content = messagesOf(body)[0]?.content as { image_url?: { url: string } }[]
    const url = content.find((part) => part.image_url)?.image_url?.url ?? ''
    return sha256(Buffer.from(url.split(',')[1] ?? '', 'base64'))
  })
  expect(hashes).toEqual([sha256(photo), sha256(photo)])
  await expect(page.getByRole('rowheader', { name: /^1 / })).toContainText('Image')
})

test('attachments that the model of a configuration does not support are named before they are sent', async ({
  chat: _,
  page,
}) => {
  const screen = await SideBySide.open(page)
  await screen.setModel('A', 'sandbox-vision')
  await screen.setModel('B', 'sandbox-fast')
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach', exact: true }).click()
  const buffer = await picture('png', 90, 70)
  await (await choosing).setFiles({ name: 'photo.png', mimeType: 'image/png', buffer })
  const checks = page.getByRole('list', { name: 'Attachment checks' })
  await expect(checks).toContainText("B: sandbox-fast doesn't support images")
  await screen.setModel('B', 'sandbox-vision')
  await expect(checks.getByRole('listitem')).toHaveCount(0)
})
