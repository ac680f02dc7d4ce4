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

// What is attached needs the workers of the page; the other examples: src/features/chat/presets/presets.test.tsx.
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
