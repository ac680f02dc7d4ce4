import type { Page } from '@playwright/test'

import { expect, test as base } from '../support/fixtures.ts'
import { startToolServer, type ToolServer } from '../support/tool-server.ts'
import { ToolsScreen } from '../support/tools-screen.ts'

const lookup = {
  name: 'lookup',
  description: 'Looks something up.',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
}
const CALL = 'Call lookup with "x".'

const test = base.extend<{ server: ToolServer; target: ToolServer }>({
  // oxlint-disable-next-line no-empty-pattern -- a fixture says what it needs, which is nothing
  server: async ({}, use) => {
    const server = await startToolServer([lookup])
    await use(server)
    await server.stop()
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  target: async ({}, use) => {
    const target = await startToolServer([])
    await use(target)
    await target.stop()
  },
  serviceFlags: async ({ server }, use) => use(['--allow-api', server.origin]),
})

async function connect(page: Page, server: ToolServer): Promise<ToolsScreen> {
  const tools = new ToolsScreen(page)
  await tools.connect(server.url, 'Bearer canary-secret')
  await tools.runAutomatically()
  return tools
}

test('security: schemas and results nested deeply, a result of 50 MB and one without an end leave the page usable', async ({
  chat,
  page,
  server,
}) => {
  const deep = (open: string, close: string, levels: number) =>
    open.repeat(levels) + '1' + close.repeat(levels)
  let nesting = 0
  server.answerCall = (response, id) => {
    nesting += 1
    const data =
      nesting === 1
        ? `{"structuredContent":${deep('{"a":', '}', 500_000)},"content":[]}`
        : `{"content":[{"type":"other","value":${deep('[', ']', 200)}}]}`
    response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${data}}`)
  }
  server.tools = [
    lookup,
    { name: 'bomb', inputSchema: JSON.parse(deep('{"properties":', '}', 40).replace('1', '{}')) },
  ]
  const tools = await connect(page, server)
  await expect(tools.servers).toContainText('bomb was left out')
  await chat.say(CALL)
  await tools.decide('Allow in this conversation')
  await expect(chat.answers.nth(1).getByRole('group', { name: 'Response metrics' })).toBeVisible()
  await expect(chat.stop).toHaveCount(0)
  await chat.say(CALL)
  await expect(chat.answers.nth(3).getByRole('group', { name: 'Response metrics' })).toBeVisible()
  await expect(chat.stop).toHaveCount(0)
  expect(nesting).toBe(2)
  await expect(chat.message).toBeEditable()

  let calls = 0
  server.answerCall = (response, id) => {
    calls += 1
    response.writeHead(200, {
      'Content-Type': calls === 1 ? 'application/json' : 'text/event-stream',
    })
    if (calls > 1) return
    response.write(
      `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{"type":"text","text":"`,
    )
    for (let megabyte = 0; megabyte < 50; megabyte += 1) response.write('x'.repeat(1_000_000))
    response.end('"}]}}')
  }
  await chat.say(CALL)
  // The model responds to the failure before there is something new to say.
  await expect(chat.answers.nth(5).getByRole('group', { name: 'Response metrics' })).toBeVisible()
  await expect(chat.stop).toHaveCount(0)
  await chat.say(CALL)
  await expect(tools.status).toContainText('calling lookup')
  await page
    .getByRole('region', { name: 'Tool runs' })
    .getByRole('button', { name: 'Stop', exact: true })
    .click()
  await expect(tools.status).not.toContainText('calling')
  await expect(chat.message).toBeEditable()
})

test('security: an origin that was not allowed gets no request, not even a preflight', async ({
  page,
  chat,
  target,
}) => {
  await expect(chat.message).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const { servers } = new ToolsScreen(page)
  await servers.getByRole('button', { name: 'Add tool server' }).click()
  await servers.getByRole('textbox', { name: 'Server URL' }).fill(target.url)
  await servers.getByRole('button', { name: 'Connect server' }).click()
  await expect(page.getByRole('button', { name: 'Allow', exact: true })).toBeVisible()
  await expect(page.getByText(target.origin).first()).toBeVisible()
  expect(asked.filter((url) => url.startsWith(target.origin))).toEqual([])
  expect(target.received).toEqual([])
})
