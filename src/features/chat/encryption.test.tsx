import { keptAnswers } from '../../../e2e/support/kept-answers.ts'
import { openWithSettings } from '../../../e2e/support/stored-settings.ts'
import { expect, test } from '../../app/testing/open-page.tsx'

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

test('an encrypted exchange shows the wire, and beside it what this page opened', async ({
  chat: first,
  page,
}) => {
  expect(first.page).toBe(page)
  const chat = await openWithSettings(page, asked, 'sandbox-private')
  const answer = await chat.ask(`/rate 2000 ${SECRET}`)
  const stream = await chat.openInspector('Stream')
  await expect(stream.getByRole('note', { name: 'Encryption' })).toContainText('decrypted')
  const events = stream.getByRole('list', { name: 'Events' }).getByRole('listitem')
  await stream.getByRole('searchbox', { name: 'Search events' }).fill('harb')
  const event = events.filter({ hasText: 'decrypted' }).first()
  await expect(event).toContainText(/content "04[0-9a-f]+/)
  await event.locator('summary').click()
  await expect(event.getByRole('group', { name: 'As sent' })).not.toContainText('harb')
  await expect(event.getByRole('group', { name: 'Decrypted' })).toContainText('harb')
  const replayed = stream.getByRole('group', { name: 'Response at this event' })
  await expect(replayed).toContainText(SECRET)
  await expect(stream.getByRole('region', { name: 'Replay' })).toContainText('decrypted')
  await expect(await chat.openInspector('Response')).not.toContainText('harb')
  await expect(await chat.openInspector('Code')).toContainText('no snippet can do')

  // The other is of the conversation that the settings were copied from.
  await expect.poll(keptAnswers(page)).toBe(2)
  await page.reload()
  await chat.ready()
  await answer.getByRole('button', { name: 'Inspect', exact: true }).click()
  const kept = await chat.openInspector('Stream')
  await expect(kept.getByRole('note', { name: 'Encryption' })).toContainText('is gone')
  await expect(kept).not.toContainText('harb')
})

test('the key is attested without credentials, for each request anew', async ({
  chat: first,
  page,
}) => {
  expect(first.page).toBe(page)
  const chat = await openWithSettings(page, asked, 'sandbox-private')
  const attestations: URL[] = []
  page.on('request', (request) => {
    if (!request.url().includes('/tee/attestation')) return
    expect(request.headers()).not.toHaveProperty('authorization')
    attestations.push(new URL(request.url()))
  })
  await chat.ask('/tokens 3')
  await chat.ask('/tokens 3')
  const nonces = attestations.map((url) => url.searchParams.get('nonce'))
  expect(nonces).toHaveLength(2)
  expect(new Set(nonces).size).toBe(2)
})

test('nothing is sent when the attestation does not hold', async ({ chat: first, page }) => {
  expect(first.page).toBe(page)
  const chat = await openWithSettings(page, asked, 'sandbox-private')
  await page.route('**/tee/attestation?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ json: { ...(await response.json()), nonce: 'f'.repeat(64) } })
  })
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('/chat/completions')) sent += 1
  })
  await chat.say(SECRET)
  const alert = chat.answers.last().getByRole('alert')
  await expect(alert).toContainText("Couldn't encrypt request")
  await expect(alert).toContainText("its nonce doesn't match")
  expect(sent).toBe(0)
  await page.unroute('**/tee/attestation?*')
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(chat.answers.last()).toContainText(SECRET)
})

test('what cannot be encrypted is named, and nothing is sent', async ({ chat: first, page }) => {
  expect(first.page).toBe(page)
  const chat = await openWithSettings(page, { ...asked, stream: false }, 'sandbox-private')
  await chat.say('Hello')
  await expect(chat.answers.last().getByRole('alert')).toContainText('set stream to true')
})

test('a response that comes as plain text is refused, in words', async ({ chat: first, page }) => {
  expect(first.page).toBe(page)
  const chat = await openWithSettings(page, asked, 'sandbox-private')
  let sent = 0
  const chunk = { choices: [{ index: 0, delta: { content: SECRET }, finish_reason: 'stop' }] }
  await page.route('**/chat/completions', (route) => {
    sent += 1
    return route.fulfill({
      contentType: 'text/event-stream',
      body: `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`,
    })
  })
  await chat.say('Hello')
  const answer = chat.answers.last()
  const alert = answer.getByRole('alert')
  await expect(alert).toContainText('Response not encrypted')
  await expect(alert).toContainText('may be billed')
  await expect(alert).toContainText('Use another model or connection')
  await expect(answer).not.toContainText('harbour')
  await expect(answer.getByText('encrypted', { exact: true })).toHaveCount(0)
  await expect(alert.getByRole('button', { name: 'Retry' })).toBeVisible()
  const stream = await chat.openInspector('Stream')
  await expect(stream.getByRole('note', { name: 'Encryption' })).toContainText(
    'Not end-to-end encrypted',
  )
  // Nobody pressed Retry.
  expect(sent).toBe(1)
})

test('a model that nobody knows is sent nothing that was to be encrypted', async ({
  chat: first,
  page,
}) => {
  expect(first.page).toBe(page)
  const chat = await openWithSettings(page, asked, 'nobody-knows')
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('/chat/completions')) sent += 1
  })
  await chat.say(SECRET)
  const alert = chat.answers.last().getByRole('alert')
  await expect(alert).toContainText("Couldn't encrypt request")
  expect(sent).toBe(0)
})
