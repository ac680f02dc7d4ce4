import { expectAccessible } from '../support/accessibility.ts'
import { ChatScreen } from '../support/chat-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { setCap } from '../support/limits-screen.ts'

test('what another tab spent counts against the cap of the day, by its real cost', async ({
  chat,
  context,
  page,
  service,
}) => {
  await chat.ask('/fail 500')
  await chat.ask('/tokens 400 /rate 0')
  const button = page.getByRole('button', { name: /^Balance and limits/ })
  await button.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Balance and limits' })
  const spending = panel.getByRole('region', { name: 'Spending, all tabs' })
  await expect(spending).toContainText(/today \$0\.0*[1-9]/)
  const words = await spending.getByText('This session').textContent()
  const spent = Number(/today \$([\d.]+\d)/.exec(words ?? '')?.[1])
  expect(spent).toBeGreaterThan(0)
  await expect(panel.getByRole('region', { name: 'Failed requests' })).toContainText('1 of 20')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(button).toBeFocused()

  await page.keyboard.press('Enter')
  await setCap(panel, 'Daily spend limit', String(spent))
  await expect(panel.getByRole('textbox', { name: 'Daily spend limit, USD' })).toHaveValue(
    String(spent),
  )
  // The field that was written into still has the focus, so that it goes back from there.
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()

  const other = await context.newPage()
  await other.goto(`${service.ready.appUrl}chat`)
  const second = new ChatScreen(other)
  await second.ready()
  await second.say('Hello')
  const alert = second.answers.first().getByRole('alert')
  await expect(alert).toContainText('Over daily spend limit')
  await expect(alert).toContainText(`$${spent}`)
})
