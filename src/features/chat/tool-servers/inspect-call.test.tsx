import type { ChatScreen } from '../../../../e2e/support/chat-screen.ts'
import { savedBy } from '../../../../e2e/support/files.ts'
import { ToolsScreen } from '../../../../e2e/support/tools-screen.ts'
import { expect, test as base } from '../../../app/testing/open-page.tsx'

const QUESTION = 'What is the weather in Lisbon?'

/** A conversation in which a tool was called. */
const test = base.extend<{ chat: ChatScreen }>({
  chat: async ({ chat, page }, give) => {
    const tools = new ToolsScreen(page)
    await tools.connect()
    await tools.runAutomatically()
    await chat.say(QUESTION)
    await tools.decide('Allow once')
    await expect(chat.answers.nth(1)).toContainText('weather says for Lisbon')
    await give(chat)
  },
})

test('behavior: a tool call stands under the request that asked for it, with all of its message', async ({
  chat,
  page,
}) => {
  await chat.answers.first().getByRole('button', { name: 'Inspect call of weather' }).click()
  const { inspector } = chat
  await expect(inspector.getByRole('tabpanel')).toContainText('Sent for')
  await inspector.getByRole('button', { name: 'Request: tools/call weather' }).click()
  const list = page.getByRole('listbox', { name: 'Requests' })
  const titles = await list
    .getByRole('option')
    .evaluateAll((rows) =>
      rows.map((row) => [
        row.querySelector('span span:nth-child(2)')?.textContent,
        row.className.includes('ml-4'),
      ]),
    )
  const at = titles.findIndex(([title]) => title === 'tools/call weather')
  expect(titles[at]?.[1]).toBe(true)
  expect(titles[at - 1]).toEqual([QUESTION, false])
  await page.keyboard.press('Escape')
  await expect(await chat.openInspector('Request')).toContainText('"tools/call"')
  await expect(await chat.openInspector('Headers')).toContainText('content-type')
  await expect(await chat.openInspector('Response')).toContainText('Lisbon')
  // The way back to the request of the model, and from there to the call.
  await chat.openInspector('Overview')
  await inspector
    .getByRole('tabpanel')
    .getByRole('button', { name: new RegExp(QUESTION.slice(0, 20)) })
    .click()
  await expect(inspector.getByRole('tabpanel')).toContainText('Sent to tool servers')
})

test('behavior: a tool call is copied as curl, and is not resent', async ({ chat, page }) => {
  await chat.answers.first().getByRole('button', { name: 'Inspect call of weather' }).click()
  const actions = chat.inspector.getByRole('group', { name: 'Request actions' })
  await expect(actions.getByRole('button', { name: 'Resend' })).toBeDisabled()
  const copied: string[] = []
  navigator.clipboard.writeText = async (text) => void copied.push(text)
  await actions.getByRole('button', { name: 'Copy as' }).click()
  await page.getByRole('menuitem', { name: 'curl', exact: true }).click()
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  const [curl = ''] = copied
  expect(curl).toContain('/local/mcp')
  expect(curl).toContain('"method": "tools/call"')
  expect(curl).toContain("'Accept: application/json, text/event-stream'")
})

test('behavior: after a reload the tool call can still be inspected', async ({ chat, page }) => {
  await page.reload()
  await chat.answers.first().getByRole('button', { name: 'Inspect call of weather' }).click()
  await expect(chat.inspector).toContainText('from history')
  await expect(await chat.openInspector('Request')).toContainText('"tools/call"')
})

test('behavior: a HAR holds both wires and shows them again', async ({ chat, page }) => {
  const { inspector } = chat
  await chat.answers.first().getByRole('button', { name: 'Inspect', exact: true }).click()
  await inspector.getByRole('button', { name: 'Save or open a request' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save request' })
  await dialog.getByRole('checkbox', { name: 'Include prompts and responses' }).check()
  await expect(dialog).toContainText('the message to a tool server')
  const { text } = await savedBy(page, () => dialog.getByRole('button', { name: /^Save / }).click())
  const har = JSON.parse(text)
  expect(har.log.entries).toHaveLength(2)
  expect(har.log.entries[1]._exchange.cause.exchangeId).toBe(har.log.entries[0]._exchange.id)
  await dialog
    .getByLabel('Open a saved request')
    .setInputFiles({
      name: 'exchange.har',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    })
  await expect(inspector).toContainText('from a file')
})
