import type { Locator, Page } from '@playwright/test'

import { pressAbove } from '../../../../e2e/support/chat-screen.ts'
import { chooseJson, savedBy } from '../../../../e2e/support/files.ts'
import { pressExample } from '../../../../e2e/support/press-example.ts'
import { expect, test } from '../../../app/testing/open-page.tsx'

async function openPresets(page: Page): Promise<Locator> {
  await pressAbove(page, 'Presets')
  const dialog = page.getByRole('dialog', { name: 'Presets' })
  await expect(dialog).toBeVisible()
  return dialog
}

async function save(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Preset name' }).fill(name)
  await dialog.getByRole('button', { name: /^Save(?: version)?$/ }).click()
  await expect(dialog).toContainText(`${name} saved`)
}

const importJson = (page: Page, dialog: Locator, json: string) =>
  chooseJson(page, () => dialog.getByRole('button', { name: 'Import' }).click(), json)

async function setSystem(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'System prompt' }).fill(text)
}

test('a preset shows what it changes, is applied without sending, and undone', async ({
  chat,
  page,
}) => {
  await chat.chooseModel('sandbox-fast')
  await chat.settings.getByRole('spinbutton', { name: 'temperature', exact: true }).fill('0.2')
  await setSystem(page, 'You are terse.')
  const dialog = await openPresets(page)
  await save(dialog, 'Terse')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'History', exact: true }).click()
  await page.getByRole('button', { name: 'New chat' }).click()
  await chat.chooseModel('sandbox-large')
  await chat.settings.getByRole('button', { name: 'Reset all' }).click()
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url())
  })
  await openPresets(page)
  await dialog.getByRole('button', { name: 'Use Terse' }).click()
  const changes = dialog.getByRole('group', { name: 'Changes by Terse' })
  await expect(changes).toContainText('sandbox-large → sandbox-fast')
  await expect(changes).toContainText('not set → 0.2')
  await expect(changes).toContainText('not set → You are terse.')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(chat.model).toHaveValue('sandbox-fast')
  await expect(page.getByRole('article', { name: 'System message' })).toContainText(
    'You are terse.',
  )
  expect(posts).toEqual([])
  expect(await chat.echo()).toMatchObject({
    model: 'sandbox-fast',
    temperature: 0.2,
    messages: [{ role: 'system', content: 'You are terse.' }, { role: 'user' }],
  })
})

test('a system prompt is saved as a version, compared with the newest, and restored', async ({
  chat: _,
  page,
}) => {
  await setSystem(page, 'You are terse.')
  const dialog = await openPresets(page)
  await save(dialog, 'Voice')
  await page.keyboard.press('Escape')
  await setSystem(page, 'You are chatty.')
  await openPresets(page)
  await dialog.getByRole('button', { name: 'Use Voice' }).click()
  const opened = dialog.getByRole('group', { name: 'Changes by Voice' })
  await opened.getByRole('button', { name: 'Save version' }).click()
  await expect(dialog).toContainText('Voice saved as version 2')
  await opened.getByRole('button', { name: 'Compare version 1' }).click()
  await expect(opened).toContainText('You are terse. → You are chatty.')
  await opened.getByRole('button', { name: 'Restore version 1' }).click()
  await expect(dialog).toContainText('Voice saved as version 3')
  await expect(opened).toContainText('You are chatty. → You are terse.')
  await opened.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('textbox', { name: 'System prompt' })).toHaveValue('You are terse.')
})

test('the example "Tools" has a result to send, so that one press finishes the round', async ({
  chat,
  page,
}) => {
  await page.getByRole('button', { name: 'Tools', exact: true }).click()
  const result = page.getByRole('textbox', { name: 'Result of get_weather' })
  await expect(result).toHaveValue('{"temp_c": 21}')
  const sent = page.waitForRequest('**/chat/completions')
  await page.getByRole('button', { name: 'Send results' }).click()
  expect((await sent).postDataJSON()).toMatchObject({
    messages: [
      { role: 'user' },
      { role: 'assistant' },
      { role: 'tool', content: '{"temp_c": 21}' },
    ],
  })
  await expect(chat.answers).toHaveCount(2)
})

test('the example "Side by side" opens a board that is ready to run', async ({ chat: _, page }) => {
  await page.getByRole('button', { name: 'Side by side' }).click()
  for (const [letter, temperature] of Object.entries({ A: '0', B: '1.2', C: '0' }))
    await expect(page.getByRole('list', { name: `Differences of ${letter}` })).toContainText(
      `temperature ${temperature}`,
    )
  await expect(page.getByRole('rowheader', { name: /hash table/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run all' })).toBeEnabled()
})

const examples = [
  { name: 'Tools', model: 'default', sent: { tool_choice: 'auto', tools: [{ type: 'function' }] } },
  {
    name: 'Structured output',
    model: 'default',
    sent: { response_format: { type: 'json_schema' } },
  },
  {
    name: 'Web search',
    model: 'default',
    sent: { vendor_parameters: { enable_web_search: 'on', enable_web_citations: true } },
  },
  { name: 'Reasoning', model: 'sandbox-reasoning', sent: { reasoning_effort: 'high' } },
  { name: 'Document', model: 'sandbox-media', sent: { stream: true } },
]

for (const { name, model, sent } of examples)
  test(`one press on the example "${name}" sends it and shows what was applied`, async ({
    chat,
    page,
  }) => {
    await pressExample({ chat, page }, name, { model, ...sent })
  })

test('a preset is renamed, saved again, deleted, and comes back with Undo', async ({
  chat: _,
  page,
}) => {
  const dialog = await openPresets(page)
  await save(dialog, 'One')
  await dialog.getByRole('button', { name: 'Rename One' }).click()
  await dialog.getByRole('textbox', { name: 'New name of One' }).fill('Two')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Use Two' })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Preset name' }).fill('Two')
  await dialog.getByRole('button', { name: 'Save version' }).click()
  await expect(dialog).toContainText('Two is up to date')
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Delete Two' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await page.reload()
  await openPresets(page)
  await expect(dialog.getByRole('button', { name: 'Use Two' })).toBeVisible()
})

test('presets go out as a file without a key and come in again under a free name', async ({
  chat,
  page,
  service,
}) => {
  await chat.settings.getByRole('spinbutton', { name: 'seed' }).fill('7')
  await expect(page.getByRole('list', { name: 'Settings that are sent' })).toBeVisible()
  await page.getByRole('button', { name: 'More for this chat' }).click()
  await page.getByRole('menuitem', { name: 'Presets' }).click()
  const dialog = page.getByRole('dialog', { name: 'Presets' })
  await expect(dialog).toBeVisible()
  await save(dialog, 'Seven')
  const { text } = await savedBy(page, () =>
    dialog.getByRole('button', { name: 'Export Seven' }).click(),
  )
  expect(text).not.toContain(service.ready.apiKey)
  expect(text).not.toContain(service.ready.baseUrl)
  await importJson(page, dialog, text)
  await expect(dialog).toContainText('1 preset added.')
  await dialog.getByRole('button', { name: 'Use Seven 2' }).click()
  await expect(dialog).toContainText('No changes')
})

test('a foreign, a newer and a hostile file say so and change nothing else', async ({
  chat: _,
  page,
}) => {
  const dialog = await openPresets(page)
  await importJson(page, dialog, 'not json')
  await expect(dialog).toContainText('The file is not JSON.')
  await importJson(page, dialog, '{"format":"something-else"}')
  await expect(dialog).toContainText('Not a file of presets')
  await importJson(page, dialog, '{"format":"playground-presets","version":7}')
  await expect(dialog).toContainText('File version 7 is newer than this page')
  await importJson(
    page,
    dialog,
    '{"format":"playground-presets","version":1,"presets":[{"name":"Hostile","model":"sandbox-chat","settings":{"temperature":1,"base_url":"https://evil.example","api_key":"sk-1","__proto__":{"polluted":1}}}]}',
  )
  await expect(dialog).toContainText('1 preset added.')
  await dialog.getByRole('button', { name: 'Use Hostile' }).click()
  await expect(dialog).toContainText('temperature')
  await expect(dialog).not.toContainText('evil')
  expect(await page.evaluate(() => Reflect.get({}, 'polluted') as unknown)).toBeUndefined()
})
