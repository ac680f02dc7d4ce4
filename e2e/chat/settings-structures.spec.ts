import { expectAccessible } from '../support/accessibility.ts'
import { named } from '../support/chat-screen.ts'
import { expect, test } from '../support/fixtures.ts'

test('a tool is built in the form, down to a nested list, and sent', async ({ chat, page }) => {
  const { settings } = chat
  await settings.getByText('Tools', { exact: true }).first().click()
  await chat.openSetting('tools')
  const tools = settings.getByRole('group', { name: 'tools', exact: true })
  await tools.getByRole('button', { name: 'tools: add a function' }).click()
  await tools.getByRole('textbox', { name: 'tools 1 name' }).fill('find_hotels')
  await tools.getByRole('textbox', { name: 'tools 1 description' }).fill('Hotels in a city')
  const property = (index: number, rest: string) => `tools 1 parameters ${index} ${rest}`
  const add = tools.getByRole('button', { name: 'tools 1 parameters: add a property' })
  await add.click()
  await tools.getByRole('textbox', { name: property(1, 'name') }).fill('city')
  await tools.getByRole('checkbox', { name: property(1, 'required') }).check()
  await add.click()
  await tools.getByRole('textbox', { name: property(2, 'name') }).fill('stars')
  await tools.getByRole('combobox', { name: property(2, 'type') }).selectOption('array')
  await tools.getByRole('combobox', { name: property(2, 'items type') }).selectOption('integer')
  await tools.getByRole('textbox', { name: property(2, 'items enum') }).fill('3, 4, 5')
  await tools.getByRole('textbox', { name: property(2, 'description') }).fill('Stars wanted')

  await chat.openSetting('tool_choice')
  const choice = settings.getByRole('combobox', { name: 'tool_choice', exact: true })
  await choice.selectOption('find_hotels')
  const sent = page.waitForRequest('**/chat/completions')
  await chat.say('Hotels in Bern')
  expect((await sent).postDataJSON()).toMatchObject({
    tools: [
      {
        type: 'function',
        function: {
          name: 'find_hotels',
          description: 'Hotels in a city',
          parameters: {
            type: 'object',
            properties: {
              city: { type: 'string' },
              stars: {
                type: 'array',
                description: 'Stars wanted',
                items: { type: 'integer', enum: [3, 4, 5] },
              },
            },
            required: ['city'],
          },
        },
      },
    ],
    tool_choice: { type: 'function', function: { name: 'find_hotels' } },
  })
})

test('tools are duplicated and removed; a choice of one that is gone is a fault', async ({
  chat,
}) => {
  const { settings } = chat
  await settings.getByRole('searchbox').fill('tool')
  await chat.openSetting('tools')
  await settings.getByRole('button', { name: 'tools: begin with an example' }).click()
  await settings.getByRole('button', { name: 'Duplicate tools 1' }).click()
  await chat.openSetting('tool_choice')
  await settings.getByRole('combobox', { name: 'tool_choice' }).selectOption('get_weather_2')
  await settings.getByRole('button', { name: 'Remove tools 2', exact: true }).click()
  await expect(settings).toContainText('"get_weather_2", which isn\'t among the tools')
  await settings.getByRole('button', { name: 'Remove tool_choice' }).click()
  await expect(settings).not.toContainText("which isn't among the tools")
})

test('form and JSON text of a structure edit the same value', async ({ chat, page }) => {
  const { settings } = chat
  await settings.getByRole('searchbox').fill('response_format')
  await chat.openSetting('response_format')
  const format = settings.getByRole('group', { name: named('response_format') })
  const type = format.getByRole('combobox', { name: 'response_format type' })
  await type.selectOption('json_schema')
  await format.getByRole('button', { name: 'response_format schema: add a property' }).click()
  await format.getByRole('textbox', { name: 'response_format schema 1 name' }).fill('title')
  await format.getByRole('button', { name: 'response_format as JSON' }).click()
  const editor = format.getByRole('textbox', { name: 'response_format JSON' })
  await expect(editor).toContainText('"title"')
  await editor.click()
  await editor.press('ControlOrMeta+a')
  await page.keyboard.insertText('{"type": "json_object"}')
  await format.getByRole('button', { name: 'response_format as a form' }).click()
  await expect(type).toHaveValue('json_object')
})

test('members, metadata and fallbacks have forms of their own', async ({ chat }) => {
  const { settings } = chat
  await chat.openSetting('reasoning')
  await settings.getByRole('combobox', { name: 'reasoning.effort' }).selectOption('high')
  await settings.getByText('Advanced', { exact: true }).click()
  await chat.openSetting('metadata')
  await chat.openSetting('fallbacks')
  await settings.getByRole('button', { name: 'Add metadata' }).click()
  await settings.getByRole('textbox', { name: 'metadata 1 name' }).fill('run')
  await settings.getByRole('textbox', { name: 'metadata 1 value' }).fill('17')
  for (const [index, model] of ['sandbox-fast', 'sandbox-large'].entries()) {
    await settings.getByRole('button', { name: 'Add fallbacks' }).click()
    const field = settings.getByRole('combobox', { name: `fallbacks ${index + 1}` })
    await field.fill(model)
    await field.press('Enter')
  }
  await settings.getByRole('button', { name: 'Move fallbacks 2 up' }).click()
  expect(await chat.echo()).toMatchObject({
    reasoning: { effort: 'high' },
    metadata: { run: '17' },
    fallbacks: [{ model: 'sandbox-large' }, { model: 'sandbox-fast' }],
  })
})

test('the whole panel, opened, is free of accessibility faults', async ({ chat, page }) => {
  const { settings } = chat
  for (const group of ['Limits', 'Output', 'Tools', 'Advanced', 'Vendor'])
    await settings.getByText(group, { exact: true }).first().click()
  for (const name of ['tools', 'response_format', 'metadata', 'fallbacks', 'reasoning']) {
    await chat.openSetting(name)
    await settings.getByRole('button', { name: `${name}: begin with an example` }).click()
    await settings.getByRole('button', { name: `About ${name}`, exact: true }).click()
  }
  await expectAccessible(page)
})

test('every control of the panel can be reached with the keyboard and has a name', async ({
  chat,
}) => {
  const { settings } = chat
  await settings.getByText('Vendor', { exact: true }).click()
  const unnamed = await settings
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
