import { readFile } from 'node:fs/promises'

import { expect, test } from '../support/fixtures.ts'
import { ToolsScreen } from '../support/tools-screen.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const QUESTION = 'What is the weather in Lisbon?'

test.beforeEach(async ({ chat, page }) => {
  const tools = new ToolsScreen(page)
  await tools.connect()
  await tools.runAutomatically()
  await chat.say(QUESTION)
  await tools.decide('Allow once')
  await expect(chat.answers.nth(1)).toContainText('weather says for Lisbon')
})

test('behavior: a HAR holds both wires and shows them again', async ({ chat, page }) => {
  const { inspector } = chat
  await chat.answers.first().getByRole('button', { name: 'Inspect', exact: true }).click()
  await inspector.getByRole('button', { name: 'Save or open a request' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save request' })
  await dialog.getByRole('checkbox', { name: 'Include prompts and responses' }).check()
  await expect(dialog).toContainText('the message to a tool server')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: /^Save / }).click()
  const file = await (await download).path()
  const har = JSON.parse(await readFile(file, 'utf8'))
  expect(har.log.entries).toHaveLength(2)
  expect(har.log.entries[1]._exchange.cause.exchangeId).toBe(har.log.entries[0]._exchange.id)
  await dialog.getByLabel('Open a saved request').setInputFiles(file)
  await expect(inspector).toContainText('from a file')
})
