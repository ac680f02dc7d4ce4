import { createRequire } from 'node:module'

import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/fixtures.ts'
import { ToolsScreen } from '../support/tools-screen.ts'

const everything = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-everything/dist/index.js',
)

test.use({ serviceFlags: ['--mcp', `everything="${process.execPath}" "${everything}"`] })

test('behavior: a server of this computer is offered by its name, and its tools run once an accessible dialog allows it', async ({
  chat,
  page,
}) => {
  const tools = new ToolsScreen(page)
  await tools.servers.getByRole('button', { name: 'Add tool server' }).click()
  await tools.servers.getByRole('button', { name: 'everything', exact: true }).click()
  await tools.servers.getByRole('button', { name: 'Connect server' }).click()
  await expect(tools.tools.getByRole('checkbox', { name: 'echo', exact: true })).toBeChecked()
  await tools.runAutomatically()
  await chat.say('Call echo with "hello from here".')
  await expect(tools.approval).toContainText('hello from here')
  await expectAccessible(page, { include: 'dialog[open]' })
  await tools.decide('Allow once')
  await expect(chat.answers.nth(1)).toContainText('Echo: hello from here')
})
