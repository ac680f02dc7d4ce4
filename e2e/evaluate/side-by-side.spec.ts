import { expectAccessible, expectAccessibleInBothColors, PANELS } from '../support/accessibility.ts'
import { expect, test } from '../support/fixtures.ts'
import { SideBySide } from '../support/side-by-side.ts'

test('a conversation in columns is accessible, and a reload in mid-stream keeps the text of every column and says that it may have been charged', async ({
  chat: _,
  page,
}) => {
  const screen = await SideBySide.open(page)
  await screen.say('/tokens 20')
  await screen.expectDone(1, 'A', 'B')
  await expectAccessibleInBothColors(page)
  await page.getByRole('button', { name: 'Settings A' }).click()
  await expect(page.getByRole('region', { name: 'Configuration A' })).toBeVisible()
  await expectAccessible(page, { include: PANELS })

  await screen.say('/tokens 4000 /rate 150')
  const text = async (letter: string) =>
    (await screen.cell(2, letter).locator('.md').textContent()) ?? ''
  for (const letter of ['A', 'B'])
    await expect.poll(async () => (await text(letter)).length).toBeGreaterThan(500)
  await page.reload({ waitUntil: 'commit' })
  for (const letter of ['A', 'B']) {
    await expect(screen.cell(2, letter)).toContainText('may have been charged')
    expect((await text(letter)).length).toBeGreaterThan(200)
  }
})

test('a fifth response waits in any tab', async ({ chat: _, page, context }) => {
  const screen = await SideBySide.open(page)
  const add = page.getByRole('button', { name: 'Add configuration' })
  await add.click()
  await add.click()
  await screen.say('/tokens 4000 /rate 20')
  await expect(page.getByText('Streaming', { exact: true })).toHaveCount(4)
  const other = await context.newPage()
  await other.goto('/chat')
  await other.getByRole('textbox', { name: 'Message', exact: true }).fill('/tokens 10')
  await other.getByRole('button', { name: 'Send', exact: true }).click()
  const answer = other.getByRole('article', { name: 'Assistant message' })
  await expect(answer).toContainText('Queued: 4 responses are already streaming')
  await screen.cell(1, 'C').getByRole('button', { name: 'Stop', exact: true }).press('Enter')
  await expect(answer.getByRole('group', { name: 'Response metrics' })).toContainText('→10')
  await screen.stopAll.click()
})
