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

// What reads a picture; the other examples: src/features/chat/presets/presets.test.tsx.
test('one press on the example "Vision" sends it and shows what was applied', async ({
  chat,
  page,
}) => {
  const sent = { model: 'sandbox-vision', stream: true }
  await pressExample({ chat, page }, 'Vision', sent)
})

test.describe('accessibility', () => {
  test('the presets, with one to apply', async ({ chat: _, page }) => {
    const dialog = await openPresets(page)
    await save(dialog, 'One')
    await dialog.getByRole('button', { name: 'Use One' }).click()
    await expectAccessibleInBothColors(page)
  })
})
