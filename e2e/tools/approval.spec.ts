import { expect, test } from '../support/fixtures.ts'
import { ToolsScreen } from '../support/tools-screen.ts'

const QUESTION = 'What is the weather in Lisbon?'

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
