import { readFileSync } from 'node:fs'

import { expect, test } from '../support/fixtures.ts'

const PROMPT = 'A very private question'

test('an exchange is saved without words or keys, and opens again', async ({
  page,
  chat,
  service,
}, testInfo) => {
  await chat.ask(PROMPT)
  await chat.openInspector('Cost')
  await chat.inspector.getByRole('button', { name: 'Save or open a request' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save request' })
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: /^Save / }).click()
  const path = testInfo.outputPath('exchange.har')
  await (await saved).saveAs(path)
  const file = readFileSync(path, 'utf8')
  expect(file).not.toContain(PROMPT)
  expect(file).not.toContain(service.ready.apiKey)
  expect(file).toContain('chars>')

  await page.goto('/chat')
  await chat.ready()
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  await chat.inspector.getByLabel('Open a saved request').setInputFiles(path)
  await expect(chat.inspector.getByText('from a file')).toBeVisible()
  await expect(chat.inspector.getByText(/^POST \/chat\/completions$/)).toBeVisible()
  await chat.openInspector('Cost')
  await expect(chat.inspector.getByRole('tabpanel')).toContainText('Total')
})

test('an earlier response is saved with every event as it came', async ({
  page,
  chat,
}, testInfo) => {
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
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: /^Save / }).click()
  const path = testInfo.outputPath('exchange.jsonl')
  await (await saved).saveAs(path)
  const [, , ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n')
  const events = lines.map((line): { data: string } => JSON.parse(line))
  const sent = received[0]?.match(/(?<=^data: ).*/gm)
  expect(sent?.length).toBeGreaterThan(600)
  expect(events.map(({ data }) => data)).toEqual(sent)
})
