import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/fixtures.ts'
import { ToolsScreen } from '../support/tools-screen.ts'

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
  await expectAccessible(page)
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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('behavior: the approval fits, and its buttons are large enough for a finger', async ({
    chat,
    page,
  }) => {
    const tools = new ToolsScreen(page)
    await page.getByRole('button', { name: /^Settings/ }).click()
    await tools.connect()
    await page.getByRole('button', { name: 'Close' }).first().click()
    await tools.runAutomatically()
    await chat.say(QUESTION)
    for (const name of ['Allow once', 'Allow in this conversation', 'Deny']) {
      const box = await tools.approval.getByRole('button', { name, exact: true }).boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(44)
      expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})
