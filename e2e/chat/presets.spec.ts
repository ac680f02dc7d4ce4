import { readFile } from 'node:fs/promises'

import type { Locator, Page } from '@playwright/test'

import { expectAccessibleInBothColors } from '../support/accessibility.ts'
import { pressAbove } from '../support/chat-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { pressExample } from '../support/press-example.ts'

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

async function importText(dialog: Locator, text: string): Promise<void> {
  const chooser = dialog.page().waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Import' }).click()
  await (
    await chooser
  ).setFiles({ name: 'presets.json', mimeType: 'application/json', buffer: Buffer.from(text) })
}

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
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export Seven' }).click(),
  ])
  const text = await readFile(await file.path(), 'utf8')
  expect(text).not.toContain(service.ready.apiKey)
  expect(text).not.toContain(service.ready.baseUrl)
  await importText(dialog, text)
  await expect(dialog).toContainText('1 preset added.')
  await dialog.getByRole('button', { name: 'Use Seven 2' }).click()
  await expect(dialog).toContainText('No changes')
})

test('a foreign, a newer and a hostile file say so and change nothing else', async ({
  chat: _,
  page,
}) => {
  const dialog = await openPresets(page)
  await importText(dialog, 'not json')
  await expect(dialog).toContainText('The file is not JSON.')
  await importText(dialog, '{"format":"something-else"}')
  await expect(dialog).toContainText('Not a file of presets')
  await importText(dialog, '{"format":"playground-presets","version":7}')
  await expect(dialog).toContainText('File version 7 is newer than this page')
  await importText(
    dialog,
    '{"format":"playground-presets","version":1,"presets":[{"name":"Hostile","model":"sandbox-chat","settings":{"temperature":1,"base_url":"https://evil.example","api_key":"sk-1","__proto__":{"polluted":1}}}]}',
  )
  await expect(dialog).toContainText('1 preset added.')
  await dialog.getByRole('button', { name: 'Use Hostile' }).click()
  await expect(dialog).toContainText('temperature')
  await expect(dialog).not.toContainText('evil')
  expect(await page.evaluate(() => Reflect.get({}, 'polluted') as unknown)).toBeUndefined()
})

// What is attached needs the workers of the page; the other examples: src/features/chat/presets.test.tsx.
const examples = [
  { name: 'Vision', model: 'sandbox-vision', sent: { stream: true } },
  { name: 'Document', model: 'sandbox-media', sent: { stream: true } },
]

for (const { name, model, sent } of examples)
  test(`one press on the example "${name}" sends it and shows what was applied`, async ({
    chat,
    page,
  }) => {
    await pressExample({ chat, page }, name, { model, ...sent })
  })

test.describe('accessibility', () => {
  test('the presets, with one to apply', async ({ chat: _, page }) => {
    const dialog = await openPresets(page)
    await save(dialog, 'One')
    await dialog.getByRole('button', { name: 'Use One' }).click()
    await expectAccessibleInBothColors(page)
  })
})
