import { expect, test } from '../support/fixtures.ts'
import { openWithSettings } from '../support/stored-settings.ts'

const SECRET = 'The harbour code is 4711.'
const asked = { stream: true, vendor_parameters: { enable_e2ee: true } }

test('a chat encrypted end to end is readable here and nowhere on the wire', async ({
  chat: first,
  page,
}) => {
  expect(first.page).toBe(page)
  const chat = await openWithSettings(page, asked, 'sandbox-private')
  const sent = page.waitForRequest('**/chat/completions')
  let received = ''
  await page.route('**/chat/completions', async (route) => {
    const response = await route.fetch()
    received = await response.text()
    await route.fulfill({ response })
  })
  const answer = await chat.ask(`/rate 2000 ${SECRET}`)
  await expect(answer).toContainText('is a simulator')
  await expect(answer).toContainText(SECRET)
  await expect(answer.getByRole('group', { name: 'Response metrics' })).toContainText('encrypted')

  const request = await sent
  const body = request.postDataJSON() as { messages: { content: string }[] }
  expect(body.messages.every(({ content }) => /^04[0-9a-f]{184,}$/.test(content))).toBe(true)
  expect(received).toContain('chat.completion.chunk')
  expect(received).not.toContain('harb')
  expect(request.headers()).toMatchObject({ 'x-vendor-tee-signing-algo': 'ecdsa' })

  const shown = await chat.openInspector('Request')
  await expect(shown).toContainText('x-vendor-tee-model-pub-key')
  await expect(shown).not.toContainText('harbour')
})
