import { named } from '../../../../e2e/support/chat-screen.ts'
import { expect, test } from '../../../app/testing/open-page.tsx'

const SETTINGS = [
  ['max_completion_tokens', '3'],
  ['top_p', '0.9'],
  ['seed', '7'],
] as const

test('the setting that changed a response is named, at a price shown before', async ({
  chat,
  page,
}) => {
  await chat.ask('Tell me about harbors')
  await page.getByRole('button', { name: 'New chat', exact: true }).click()
  for (const [setting, value] of SETTINGS)
    await chat.settings.getByRole('spinbutton', { name: named(setting) }).fill(value)
  await chat.ask('Tell me about harbors, please')
  await chat.openInspector('Overview')
  const { inspector } = chat
  await inspector.getByRole('button', { name: 'Compare with another request' }).click()
  await inspector.getByRole('button', { name: /^Compared request/ }).click()
  await inspector.getByRole('option', { name: /^Tell me about harbors(?!,)/ }).click()
  const comparison = inspector.getByRole('region', { name: 'Comparison' })
  await expect(comparison).toContainText('first differ at messages[0].content, character 22')

  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/chat/completions')) sent += 1
  })
  await comparison.getByRole('button', { name: 'Explain difference' }).click()
  const cause = comparison.getByRole('region', { name: 'Cause' })
  await expect(cause).toContainText(/At most 52 requests to .* They cost at most \$/)
  await expect(cause).toContainText('max_completion_tokens')
  expect(sent).toBe(0)
  await cause.getByRole('button', { name: 'Send requests' }).click()
  await expect(cause.getByRole('status')).toHaveText(
    'max_completion_tokens changes the finish reason from “stop” to “length”.',
  )
  const rows = cause.getByRole('table', { name: 'Requests sent' }).getByRole('row')
  expect(await rows.count()).toBe(sent + 1)
  await rows.last().getByRole('button', { name: 'Inspect' }).click()
  await expect(inspector.getByRole('button', { name: 'Resend', exact: true })).toBeVisible()
})
