import { expect } from '../support/fixtures.ts'
import { test } from '../support/static-host.ts'
import { ToolsScreen } from '../support/tools-screen.ts'

test('behavior: the practice tools run in the page itself where there is no service', async ({
  page,
}) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  await page.goto('chat/')
  const tools = new ToolsScreen(page)
  await tools.practice()
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('What is 6 * 7?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await tools.decide('Allow once')
  await expect(page.getByRole('article', { name: 'Assistant message' }).last()).toContainText(
    'result 42',
  )
  expect(sent).toEqual([])
})
