import { giveAnswer } from '../../../e2e/support/given-answer.ts'
import { keptVersions } from '../../../e2e/support/kept-answers.ts'
import { openWithSettings } from '../../../e2e/support/stored-settings.ts'
import { expect, test } from '../../app/testing/open-page.tsx'

test('the probability of each token is seen and read by keyboard', async ({ chat, page }) => {
  expect(chat.page).toBe(page)
  const settings = { stream: true, logprobs: true, top_logprobs: 4 }
  const opened = await openWithSettings(page, settings)
  const answer = await opened.ask('/tokens 30')
  await answer.getByRole('button', { name: 'Token probabilities' }).click()
  const tokens = answer.getByRole('listbox', { name: 'Tokens by probability' })
  await expect(tokens.getByRole('option')).toHaveCount(30)
  await tokens.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  const alternatives = answer.getByRole('region', { name: 'Top alternatives for this token' })
  await expect(alternatives).toContainText(/Token 29: .*%/)
  await expect(alternatives.getByRole('listitem')).toHaveCount(4)
  await tokens.getByRole('option').first().hover()
  await expect(alternatives).toContainText('Token 1:')
  await expect(answer.getByRole('list', { name: 'Legend' })).toContainText('≥ 90%')
})

test('what is not as asked is said, and the details are at hand', async ({ chat, page }) => {
  expect(chat.page).toBe(page)
  const settings = {
    stream: true,
    max_completion_tokens: 12,
    vendor_parameters: { enable_web_search: 'on' },
  }
  const opened = await openWithSettings(page, settings, 'sandbox-retired')
  const answer = await opened.ask('Tell me about server-sent events')
  const notes = answer.getByRole('list', { name: 'Notes' })
  await expect(notes).toContainText('The response was truncated')
  await expect(notes).toContainText('The model is deprecated')
  await answer.getByRole('button', { name: /^Details/ }).click()
  const details = answer.getByRole('group', { name: 'Response details' })
  await expect(details).toContainText('Completion')
  await expect(details).toContainText('cache read')
  await expect(details).toContainText('Reached the token limit')
  await expect(details).toContainText(/USD \(reported\)\s*\$0\.\d+/)
})

// The two say their sources in different places.
for (const streamed of [true, false])
  test(`search results that come as documents are shown, not called, ${streamed ? 'streamed' : 'in one piece'}`, async ({
    chat,
    page,
  }) => {
    expect(chat.page).toBe(page)
    const opened = await openWithSettings(page, {
      stream: streamed,
      vendor_parameters: { enable_web_search: 'on', return_search_results_as_documents: true },
    })
    const answer = await opened.ask('/tokens 20 How are server-sent events streamed?')
    await expect(answer).not.toContainText('Tool call')
    const list = answer.getByRole('list', { name: /^(Sources|Documents)$/ }).first()
    await answer
      .getByText(/^(Sources|Documents) \d+$/)
      .first()
      .click()
    await expect(list.getByRole('listitem').first()).toBeVisible()
    const sent = page.waitForRequest('**/chat/completions')
    await opened.say('/tokens 1')
    expect(JSON.stringify((await sent).postDataJSON())).not.toContain('tool_calls')
  })

test('another model than asked for, and a parameter that was not in force, are said', async ({
  chat,
  page,
}) => {
  expect(chat.page).toBe(page)
  const busy = await openWithSettings(
    page,
    { fallbacks: [{ model: 'sandbox-fast' }] },
    'sandbox-busy',
  )
  const answer = await busy.ask('/tokens 3')
  await expect(answer.getByRole('list', { name: 'Notes' })).toContainText(
    'sandbox-busy was unavailable. sandbox-fast is one of your fallbacks.',
  )

  await giveAnswer(
    page,
    { message: { content: 'Hi' }, rest: { vendor_parameters: { enable_web_search: 'off' } } },
    false,
  )
  const other = await openWithSettings(page, { vendor_parameters: { enable_web_search: 'on' } })
  const notes = (await other.ask('Search')).getByRole('list', { name: 'Notes' })
  await expect(notes).toContainText('enable_web_search: requested "on", applied "off".')
  await expect(notes).toContainText('Requested sandbox-chat, but the API used given.')
})

test('a search is said at once, before the first word', async ({ chat, page }) => {
  expect(chat.page).toBe(page)
  const opened = await openWithSettings(page, {
    stream: true,
    vendor_parameters: { enable_web_search: 'on', include_search_results_in_stream: true },
  })
  await opened.say('/stall 60 How are server-sent events streamed?')
  const answer = opened.answers.last()
  await expect(answer).toContainText(/Searched: \d+ results?/)
  await opened.stop.click()
  await expect(answer).toContainText('Stopped')
  await expect(answer).toContainText(/Sources \d+/)
})

test('reasoning says how long it took', async ({ chat, page }) => {
  expect(chat.page).toBe(page)
  const opened = await openWithSettings(page, { stream: true }, 'sandbox-reasoning')

  const answer = await opened.ask('/rate 100 Think about it')
  await expect(answer.locator('summary').first()).toHaveText(/^Reasoning \d/)
})

test('behavior: think tags are drawn as reasoning and are not sent back', async ({
  chat,
  page,
}) => {
  expect(chat.page).toBe(page)
  const bodies: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/chat/completions')) bodies.push(request.postData() ?? '')
  })
  const opened = await openWithSettings(page, { stream: true }, 'sandbox-think-tags')
  const answer = await opened.ask('Hello')
  const reasoning = answer.getByRole('group', { name: 'Reasoning' })
  await reasoning.locator('summary').click()
  await expect(reasoning).toContainText('I am a simulator')
  await expect(answer).not.toContainText('<think>')
  await expect(answer).not.toContainText('</think>')
  await expect(await opened.openInspector('Response')).toContainText('"content":"<')
  await opened.ask('And now?')
  expect(bodies.at(-1)).toContain('"assistant"')
  expect(bodies.at(-1)).not.toContain('think>')
})

test('events that can’t be read are counted under the response, and shown in the Inspector', async ({
  chat,
  page,
}) => {
  const chunk = (delta: object, finish: string | null = null) =>
    `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
  await page.route('**/api/v1/chat/completions', (route) =>
    route.fulfill({
      contentType: 'text/plain',
      body: [
        chunk({ content: 'Words ' }),
        chunk({ words: 'nobody knows' }),
        'data: {"half":\n\n',
        chunk({ refusal: 'I would rather not.' }),
        chunk({ content: [{ type: 'text', text: 'that count.' }] }),
        chunk({}, 'stop'),
        'data: [DONE]\n\n',
      ].join(''),
    }),
  )
  const answer = await chat.ask('Hi')
  await expect(answer).toContainText('Words that count.')
  await expect(answer.getByRole('region', { name: 'Refusal' })).toContainText('I would rather not.')
  await expect(answer.getByRole('list', { name: 'Notes' })).toContainText(
    'This server streams events under another content type.',
  )
  await answer.getByRole('button', { name: '2 events not understood' }).click()
  const events = chat.inspector.getByRole('list', { name: 'Events' })
  await expect(events.getByRole('listitem')).toHaveCount(2)
  await expect(events).toContainText('nobody knows')
  await chat.inspector.getByRole('combobox', { name: 'Event type' }).selectOption('All types')
  await expect(events.getByRole('listitem')).toHaveCount(7)
})

test('an answer by schema is a tree that matches, or says where it breaks it', async ({
  chat,
  page,
}) => {
  expect(chat.page).toBe(page)
  const schema = {
    type: 'object',
    properties: { city: { type: 'string' }, population: { type: 'integer', minimum: 1000 } },
    required: ['city', 'population'],
    additionalProperties: false,
  }
  const asSchema = { type: 'json_schema', json_schema: { name: 'city', schema } }
  const opened = await openWithSettings(page, { stream: true, response_format: asSchema })
  const answer = await opened.ask('A city')
  await expect(answer).toContainText('Matches schema')
  await expect(answer).toContainText('population: 545000')
  await answer.getByRole('radio', { name: 'Text' }).check()
  await expect(answer.getByRole('group', { name: 'Response as text' })).toContainText('"city"')

  await giveAnswer(page, { message: { content: '{"city": 1, "population": 2, "more": []}' } }, true)
  const faulty = await opened.ask('Another')
  const faults = faulty.getByRole('list', { name: 'Validation errors' })
  await expect(faults).toContainText('/city: Instance type "number" is invalid')
  await expect(faults).toContainText('/population: 2 is less than 1000')
  await expect(faults).toContainText('/more: The schema allows nothing here.')

  await giveAnswer(page, { message: { content: '{\n  "city": }' } }, true)
  const broken = await opened.ask('One more')
  await expect(broken).toContainText('Not JSON')
  await expect(broken).toContainText('Line 2, column 11:')
})

test('the choice that is kept is sent, after a reload as well', async ({ chat, page }) => {
  expect(chat.page).toBe(page)
  const opened = await openWithSettings(page, { stream: true, n: 3 }, 'sandbox-fast')
  const answer = await opened.ask('/tokens 30')
  await answer.getByRole('radio', { name: 'Continue with choice 2' }).check()
  await expect(answer.getByRole('region', { name: 'Choice 2' })).toContainText(
    'used for the next turn',
  )
  const kept = async () => (await keptVersions(page)).find((version) => version.kept === 1)
  await expect.poll(kept).toBeDefined()
  const content = (await kept())?.answer.choices[1]?.content
  expect(content).toMatch(/\w{5}/)
  await page.reload()
  await opened.ready()
  await expect(page.getByRole('radio', { name: 'Continue with choice 2' })).toBeChecked()
  const sent = page.waitForRequest('**/chat/completions')
  await opened.say('/tokens 1')
  expect((await sent).postDataJSON()).toMatchObject({
    messages: [{ role: 'user' }, { role: 'assistant', content }, { role: 'user' }],
  })
})
