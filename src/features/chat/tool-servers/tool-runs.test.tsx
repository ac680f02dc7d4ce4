import { ToolsScreen } from '../../../../e2e/support/tools-screen.ts'
import { expect, test } from '../../../app/testing/open-page.tsx'

const QUESTION = 'What is the weather in Lisbon?'

test('behavior: a tool is called only after it was allowed, and its result goes back to the model', async ({
  chat,
  page,
}) => {
  const tools = new ToolsScreen(page)
  const called = tools.callsFromNow()
  await tools.connect()
  await tools.runAutomatically()
  await chat.say(QUESTION)
  await expect(tools.approval).toContainText('weather')
  await expect(tools.approval).toContainText(new URL('/local/mcp', page.url()).href)
  await expect(tools.approval).toContainText('"city": "Lisbon"')
  expect(called).toEqual([])
  await tools.decide('Allow once')
  await expect(chat.answers.nth(1)).toContainText('weather says for Lisbon')
  expect(called).toEqual(['weather {"city":"Lisbon"}'])
  const call = chat.answers.first().getByRole('listitem').filter({ hasText: 'weather' }).first()
  await expect(call).toContainText('has result')
  // Allowed once: the next call is asked about again.
  await chat.say('And what is the weather in Oslo?')
  await expect(tools.approval).toContainText('"city": "Oslo"')
  await tools.decide('Allow in this conversation')
  await expect(chat.answers.nth(3)).toContainText('weather says for Oslo')
  await chat.say('And what is the weather in Rome?')
  await expect(chat.answers.nth(5)).toContainText('weather says for Rome')
  const cities = ['Lisbon', 'Oslo', 'Rome']
  expect(called).toEqual(cities.map((city) => `weather {"city":"${city}"}`))
})

test('behavior: Enter and Esc allow nothing, and a denied tool stays denied', async ({
  chat,
  page,
}) => {
  const tools = new ToolsScreen(page)
  const called = tools.callsFromNow()
  await tools.connect()
  await tools.runAutomatically()
  await chat.say(QUESTION)
  await expect(tools.approval.getByRole('button', { name: 'Deny' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(tools.approval).toBeHidden()
  await expect(tools.status).toContainText('Stopped')
  await page.getByRole('button', { name: 'Run tool', exact: true }).click()
  await expect(tools.approval.getByRole('button', { name: 'Deny' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(chat.answers.nth(1).getByRole('group', { name: 'Response metrics' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'Tool message' })).toContainText('did not allow')
  await chat.say('And what is the weather in Oslo?')
  await expect(chat.answers.nth(3).getByRole('group', { name: 'Response metrics' })).toBeVisible()
  await expect(tools.approval).toBeHidden()
  expect(called).toEqual([])
})

test('behavior: Stop ends a call that runs, and one press more lets the conversation go on', async ({
  chat,
  page,
}) => {
  const tools = new ToolsScreen(page)
  await tools.practice()
  const calls = tools.callsFromNow()
  await chat.say('Call slow with 60 seconds.')
  await tools.decide('Allow once')
  await expect(tools.status).toContainText('calling slow')
  await page
    .getByRole('region', { name: 'Tool runs' })
    .getByRole('button', { name: 'Stop', exact: true })
    .click()
  await expect(tools.status).not.toContainText('calling slow')
  const call = chat.answers.first()
  await expect(call).toContainText('stopped: may have run')
  await expect(call).toContainText('It was stopped before its result came.')
  // Servers are there after a reload too.
  await page.reload()
  await chat.ready()
  await expect(tools.servers.getByRole('list', { name: 'Servers' })).toContainText('Practice')
  await expect(call).toContainText('stopped: may have run')

  const body = page.waitForRequest((request) => request.url().endsWith('/chat/completions'))
  await page.getByRole('button', { name: 'Cancel call', exact: true }).click()
  await chat.say('Something else.')
  const sent: { messages: { role: string; content: string | null }[] } = (await body).postDataJSON()
  expect(sent.messages.slice(-2).map(({ role, content }) => ({ role, content }))).toEqual([
    { role: 'tool', content: 'The user canceled this call. It may have run.' },
    { role: 'user', content: 'Something else.' },
  ])
  await expect(chat.answers.nth(1).getByRole('group', { name: 'Response metrics' })).toBeVisible()
  expect(calls).toEqual(['slow {"seconds":60}'])
})

test('behavior: an image in a result is shown', async ({ chat, page }) => {
  const tools = new ToolsScreen(page)
  await tools.practice()
  await chat.say('Show me an image.')
  await tools.decide('Allow once')
  await expect(chat.answers.nth(1)).toContainText('A mountain landscape')
  const result = chat.answers.first().getByRole('group', { name: 'Result of image' })
  await expect(result.getByRole('img')).toBeVisible()
})

test('behavior: after a reload in a call, it is not made again by itself', async ({
  chat,
  page,
}) => {
  const tools = new ToolsScreen(page)
  await tools.practice()
  const calls = tools.callsFromNow()
  await chat.say('Call slow with 60 seconds.')
  await tools.decide('Allow in this conversation')
  await expect(tools.status).toContainText('calling slow')
  await expect.poll(() => calls).toHaveLength(1)
  await page.reload()
  await chat.ready()
  await expect(chat.answers.first()).toContainText('interrupted: may have run')
  await expect(chat.answers.first().getByRole('button', { name: 'Call again' })).toBeVisible()
  expect(calls).toHaveLength(1)
})
