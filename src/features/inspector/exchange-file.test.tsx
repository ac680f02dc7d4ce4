import { savedBy } from '../../../e2e/support/files.ts'
import { expect, test } from '../../app/testing/open-page.tsx'

const PROMPT = 'A very private question'

test('an exchange is saved without words or keys, and opens again', async ({
  page,
  chat,
  service,
}) => {
  await chat.ask(PROMPT)
  await chat.openInspector('Cost')
  await chat.inspector.getByRole('button', { name: 'Save or open a request' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save request' })
  const { text: file } = await savedBy(page, () =>
    dialog.getByRole('button', { name: /^Save / }).click(),
  )
  expect(file).not.toContain(PROMPT)
  expect(file).not.toContain(service.ready.apiKey)
  expect(file).toContain('chars>')

  await page.goto('/chat')
  await chat.ready()
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  await chat.inspector
    .getByLabel('Open a saved request')
    .setInputFiles({
      name: 'exchange.har',
      mimeType: 'application/json',
      buffer: Buffer.from(file),
    })
  await expect(chat.inspector.getByText('from a file')).toBeVisible()
  await expect(chat.inspector.getByText(/^POST \/chat\/completions$/)).toBeVisible()
  await chat.openInspector('Cost')
  await expect(chat.inspector.getByRole('tabpanel')).toContainText('Total')
})

test('an earlier response is saved with every event as it came', async ({ page, chat }) => {
  const received: string[] = []
  await page.route('**/chat/completions', async (route) => {
    const response = await route.fetch()
    received.push(await response.text())
    await route.fulfill({ response })
  })
  const answer = await chat.ask('/tokens 600 /rate 0 first')
  await chat.ask('second')
  await answer.getByRole('button', { name: 'Inspect', exact: true }).click()
  await expect(await chat.openInspector('Stream')).toContainText('[DONE]')
  await chat.inspector.getByRole('button', { name: 'Save or open a request' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save request' })
  await dialog.getByRole('radio', { name: 'JSON Lines' }).check()
  await dialog.getByRole('checkbox', { name: 'Include prompts and responses' }).check()
  const { text } = await savedBy(page, () => dialog.getByRole('button', { name: /^Save / }).click())
  const [, , ...lines] = text.trimEnd().split('\n')
  const events = lines.map((line): { data: string } => JSON.parse(line))
  const sent = received[0]?.match(/(?<=^data: ).*/gm)
  expect(sent?.length).toBeGreaterThan(600)
  expect(events.map(({ data }) => data)).toEqual(sent)
})
