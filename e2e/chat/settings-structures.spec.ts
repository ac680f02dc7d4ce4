import type { Locator, Page } from '@playwright/test'

import {
  COMPOSER,
  expectAccessible,
  expectAccessibleInBothColors,
  PANELS,
} from '../support/accessibility.ts'
import { expect, test } from '../support/fixtures.ts'

const CITY = {
  type: 'object',
  properties: { city: { type: 'string' }, stars: { type: 'array', items: { type: 'integer' } } },
  required: ['city'],
}

/** Nothing behind a dialog is changed by it. */
const DIALOG = { include: 'dialog[open]' }

const composer = (page: Page) => page.getByRole('form', { name: 'New message' })
const quick = (page: Page, label: string) =>
  composer(page).getByRole('button', { name: new RegExp(`^${label}`) })

async function write(editor: Locator, value: unknown): Promise<void> {
  await editor.click()
  await editor.press('ControlOrMeta+a')
  await editor.page().keyboard.insertText(typeof value === 'string' ? value : JSON.stringify(value))
}

test('the format is text, JSON or a schema, which is pasted, checked at its line and completed as it is written', async ({
  chat,
  page,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Response format' })

  await test.step('it is text, JSON, or JSON by a schema with or without strict', async () => {
    const format = async () => {
      await page.getByRole('button', { name: 'New chat' }).click()
      return (await chat.echo())['response_format']
    }
    for (const [label, type] of [
      ['JSON object', 'json_object'],
      ['Text', 'text'],
    ] as const) {
      await quick(page, 'Schema').click()
      await dialog.getByRole('radio', { name: label }).check()
      await dialog.getByRole('button', { name: 'Use' }).click()
      const sent = page.waitForRequest('**/chat/completions')
      await chat.say('/echo')
      expect((await sent).postDataJSON()).toMatchObject({ response_format: { type } })
      await expect(chat.stop).toBeHidden()
    }
    await quick(page, 'Schema').click()
    await dialog.getByRole('radio', { name: 'JSON schema' }).check()
    await write(dialog.getByRole('textbox', { name: 'JSON schema' }), CITY)
    await dialog.getByRole('textbox', { name: 'Schema name' }).fill('place')
    await dialog.getByRole('checkbox', { name: 'strict' }).check()
    await dialog.getByRole('button', { name: 'Use' }).click()
    const sent = page.waitForRequest('**/chat/completions')
    await chat.say('A place')
    expect((await sent).postDataJSON()).toMatchObject({
      response_format: { type: 'json_schema', json_schema: { name: 'place', strict: true } },
    })
    expect(await format()).toBeUndefined()
  })

  await test.step('a pasted schema is in use with two presses, and removed from the composer', async () => {
    // 1: the editor has the focus, so that what is pasted goes there.
    await quick(page, 'Schema').click()
    await expect(dialog.getByRole('textbox', { name: 'JSON schema' })).toBeFocused()
    await page.keyboard.insertText(JSON.stringify({ name: 'hotel', strict: true, schema: CITY }))
    // 2
    await dialog.getByRole('button', { name: 'Use' }).click()
    await expect(dialog).toBeHidden()
    await expect(quick(page, 'Schema')).toHaveText('Schema hotel')
    const sent = page.waitForRequest('**/chat/completions')
    await chat.say('A hotel')
    expect((await sent).postDataJSON()).toMatchObject({
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'hotel', strict: true, schema: CITY },
      },
    })
    await quick(page, 'Schema').click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(quick(page, 'Schema')).toHaveText('Schema')
  })

  await test.step('an invalid one is said at its line, and not lost by a stray press', async () => {
    await quick(page, 'Schema').click()
    const editor = dialog.getByRole('textbox', { name: 'JSON schema' })
    const use = dialog.getByRole('button', { name: 'Use' })
    await expect(use).toBeDisabled()
    await write(editor, '{\n  "type": "objct"\n}')
    await expect(dialog.getByRole('status')).toContainText('Line 2: Unknown type "objct".')
    await expect(use).toBeDisabled()
    await write(editor, '{\n  "type": "object",\n}')
    await expect(dialog.getByRole('status')).toContainText('Line 3: Trailing comma')
    // The first may close proposals of the editor.
    await expect(async () => {
      await page.keyboard.press('Escape')
      await expect(dialog).toContainText("Your changes aren't in use yet.", { timeout: 200 })
    }).toPass()
    // However often: the browser closes a dialog by itself then.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    await expect(editor).toContainText('"object"')
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('names are proposed at any depth', async () => {
    await quick(page, 'Schema').click()
    const editor = page.getByRole('textbox', { name: 'JSON schema' })
    await write(editor, '{"properties": {"city": {')
    await page.keyboard.type('"descr')
    await page.getByRole('option', { name: /description/ }).click()
    await expect(editor).toContainText('"description": ""')
  })
})

test('tools are written, pasted from elsewhere, required and removed; any other structure is a JSON text', async ({
  chat,
  page,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Tools' })

  await test.step('they are written, pasted from elsewhere, and removed; one of them is required', async () => {
    await quick(page, 'Tools').click()
    const editor = dialog.getByRole('textbox', { name: /^Tool \d/ })
    await expect(editor).toBeFocused()
    await page.keyboard.insertText(
      JSON.stringify({
        tools: [
          { name: 'find_hotels', description: 'Hotels in a city', input_schema: CITY },
          { type: 'function', function: { name: 'book' } },
        ],
      }),
    )
    const list = dialog.getByRole('list', { name: 'Tools' })
    await expect(list.getByRole('listitem')).toHaveText(['find_hotels', 'book'])
    await dialog.getByRole('button', { name: 'web_search' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(3)
    await dialog.getByRole('button', { name: 'Remove web_search' }).click()
    await list.getByRole('button', { name: 'book', exact: true }).click()
    await expect(editor).toContainText('"book"')
    await write(editor, '{"type": "function", "function": {"name": ""}}')
    await expect(dialog.getByRole('status')).toContainText('Line 1:')
    await expect(dialog.getByRole('button', { name: 'Use' })).toBeDisabled()
    await dialog.getByRole('button', { name: /^Remove tool 2/ }).click()
    await dialog.getByRole('button', { name: 'Use' }).click()
    await expect(quick(page, 'Tools')).toHaveText('Tools 1')

    await chat.settings.getByRole('searchbox').fill('tool_choice')
    const choice = chat.settings.getByRole('combobox', { name: 'tool_choice' })
    await choice.selectOption('find_hotels')
    const sent = page.waitForRequest('**/chat/completions')
    await chat.say('Hotels in Bern')
    expect((await sent).postDataJSON()).toMatchObject({
      tools: [
        {
          type: 'function',
          function: { name: 'find_hotels', description: 'Hotels in a city', parameters: CITY },
        },
      ],
      tool_choice: { type: 'function', function: { name: 'find_hotels' } },
    })
  })

  await test.step('any other structure is a JSON text with proposals and an example', async () => {
    await page.getByRole('button', { name: 'New chat' }).click()
    const { settings } = chat
    await settings.getByRole('searchbox').fill('fallbacks')
    await chat.openSetting('fallbacks')
    const fallbacks = page.getByRole('dialog', { name: 'Fallbacks' })
    await write(fallbacks.getByRole('textbox', { name: 'fallbacks JSON' }), '[{"model": ')
    await page.keyboard.type('"sandbox-f')
    await page.getByRole('option', { name: '"sandbox-fast"' }).click()
    await page.keyboard.insertText('}]')
    await fallbacks.getByRole('button', { name: 'Use' }).click()
    await settings.getByRole('searchbox').fill('metadata')
    await chat.openSetting('metadata')
    const metadata = page.getByRole('dialog', { name: 'Metadata' })
    await metadata.getByRole('button', { name: 'Example' }).click()
    await metadata.getByRole('button', { name: 'Use' }).click()
    expect(await chat.echo()).toMatchObject({
      fallbacks: [{ model: 'sandbox-fast' }],
      metadata: { project: 'demo' },
    })
  })
})

test('the dialogs and the whole panel, opened, are accessible', async ({ chat, page }) => {
  for (const [label, title] of [
    ['Schema', 'Response format'],
    ['Tools', 'Tools'],
    ['Search', 'Web search'],
  ] as const)
    await test.step(`the dialog of ${label}`, async () => {
      await quick(page, label).click()
      const dialog = page.getByRole('dialog', { name: title })
      await expect(dialog).toBeVisible()
      if (label === 'Search') return expectAccessibleInBothColors(page, DIALOG)
      await dialog.getByRole('button', { name: 'Example' }).click()
      await expectAccessibleInBothColors(page, DIALOG)
      await dialog.getByRole('button', { name: 'Use' }).click()
      return expect(dialog).toBeHidden()
    })
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()

  const groups = ['Sampling', 'Reasoning', 'Limits', 'Output', 'Tools', 'Advanced', 'Vendor']
  for (const group of groups) await chat.settings.getByText(group, { exact: true }).first().click()
  await chat.settings.getByRole('button', { name: 'About tools', exact: true }).click()
  await expectAccessible(page, { include: PANELS })

  await test.step('every control can be reached with the keyboard and has a name', async () => {
    const unnamed = await chat.settings
      .locator('input, select, textarea, button')
      .evaluateAll((controls) =>
        controls.flatMap((control) => {
          const element = control as HTMLInputElement
          const name =
            element.getAttribute('aria-label') ?? (element.labels?.[0] ?? element).textContent
          return name.trim() === '' || element.tabIndex < 0
            ? [`${element.tagName} ${element.className}`]
            : []
        }),
      )
    expect(unnamed).toEqual([])
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the dialogs are in the menu and have all of the screen', async ({ chat: _, page }) => {
    await page.getByRole('button', { name: 'More for this chat' }).click()
    await page.getByRole('menuitem', { name: 'Schema' }).click()
    const dialog = page.getByRole('dialog', { name: 'Response format' })
    await expect(dialog).toBeVisible()
    expect(await dialog.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
    await dialog.getByRole('button', { name: 'Example' }).click()
    await dialog.getByRole('button', { name: 'Use' }).click()
    await expect(page.getByRole('button', { name: 'Do not send response_format' })).toBeVisible()
    await expectAccessible(page, { include: COMPOSER })
  })
})
