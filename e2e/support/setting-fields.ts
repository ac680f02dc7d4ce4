import { expect, type Locator } from '@playwright/test'

import { fieldExamples, type SettingPath } from '../../contract/chat/request/field-examples.ts'
import { chatFields } from '../../contract/chat/request/request-fields.ts'
import { vendorFields } from '../../contract/chat/request/vendor-parameters.ts'
import type { FieldRule } from '../../contract/field-rule.ts'
import type { JsonValue } from '../../contract/json.ts'
import { named, type ChatScreen } from './chat-screen.ts'

/*
 * Made from the tables of the contract: every field is set through its control, and the service must
 * receive exactly it, and nothing that was not set. A field without an example value, or of a kind
 * that nobody here can operate, fails.
 */

interface Setting {
  path: SettingPath
  name: string
  rule: FieldRule
}

/** Fields that have their own place on the screen. */
const ELSEWHERE = ['model', 'messages', 'vendor_parameters']

/** All settings of a chat. */
export const settings: Setting[] = [
  ...Object.entries<FieldRule>(chatFields)
    .filter(([name]) => !ELSEWHERE.includes(name))
    .map(([name, rule]) => ({ path: name as SettingPath, name, rule })),
  ...Object.entries<FieldRule>(vendorFields).map(([name, rule]) => ({
    path: `vendor_parameters.${name}` as SettingPath,
    name,
    rule,
  })),
]

/** What else must be set for a field to be accepted, or for its answer to be an echo. */
const TOGETHER_WITH: Partial<Record<SettingPath, SettingPath[]>> = {
  top_logprobs: ['logprobs'],
  tools: ['tool_choice'],
  stream_options: ['stream'],
}

/** Whether a setting is written as JSON, in an editor that only a browser draws. */
export const isWritten = ({ name, rule }: Setting): boolean =>
  rule.control.kind === 'structure' && name !== 'tool_choice'

/** Sets a field through its control in a conversation of its own: it arrives as it was set, and alone. */
export async function setAlone(chat: ChatScreen, path: SettingPath): Promise<void> {
  // So that the echoes do not pile up.
  await chat.page.getByRole('button', { name: 'New chat' }).click()
  await expect(chat.page.getByRole('article')).toHaveCount(0)
  await chat.settings.getByRole('button', { name: 'Reset all' }).click()
  const set = [path, ...(TOGETHER_WITH[path] ?? [])]
  for (const one of set) {
    await chat.settings
      .getByRole('searchbox', { name: 'Search settings' })
      .fill(one.split('.').at(-1) ?? '')
    await setThroughControl(chat, one)
  }
  expect(await received(chat), path).toEqual(expected(set))
}

/** The body that the service received, without what every request has. */
async function received(chat: ChatScreen): Promise<Record<string, unknown>> {
  const { model, messages, ...rest } = await chat.echo()
  expect(model).toBe('sandbox-chat')
  expect(messages).toEqual([{ role: 'user', content: '/echo' }])
  return rest
}

function expected(paths: readonly SettingPath[]): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const path of paths) {
    const [name = '', member] = path.split('.')
    body[name] =
      member === undefined
        ? fieldExamples[path]
        : { ...Object(body[name]), [member]: fieldExamples[path] }
  }
  return body
}

async function setThroughControl(chat: ChatScreen, path: SettingPath): Promise<void> {
  const setting = settings.find((one) => one.path === path)
  if (setting === undefined) throw new Error(`${path} is in no table.`)
  const { name, rule } = setting
  const value: JsonValue = fieldExamples[path]
  const written = typeof value === 'string' ? value : JSON.stringify(value)
  const region = chat.settings
  switch (rule.control.kind) {
    case 'number':
      return region.getByRole('spinbutton', { name: named(name) }).fill(written)
    case 'boolean':
      return chat.choose(name, written)
    case 'choice': {
      const list = region.getByRole('combobox', { name: named(name) })
      const bar = region.getByRole('radiogroup', { name: named(name) })
      await expect(list.or(bar)).toBeVisible()
      if (await bar.isVisible()) return chat.choose(name, written)
      await list.selectOption(written)
      return undefined
    }
    case 'text': {
      const plain = region.getByRole('textbox', { name: named(name) })
      const field = plain.or(region.getByRole('combobox', { name: named(name) }))
      await field.fill(written)
      return field.press('Tab')
    }
    case 'list':
      await chat.openSetting(name)
      return fillList(region, name, value)
    case 'structure': {
      if (name === 'tool_choice') {
        await region.getByRole('combobox', { name: named(name) }).selectOption(written)
        return undefined
      }
      await chat.openSetting(name)
      const dialog = chat.page.getByRole('dialog')
      await fillJson(dialog.getByRole('textbox', { name: /JSON|^Tool 1$/ }), value)
      return dialog.getByRole('button', { name: 'Use' }).click()
    }
  }
}

async function fillList(region: Locator, name: string, value: JsonValue): Promise<void> {
  if (!Array.isArray(value)) throw new Error(`The example of ${name} is no list.`)
  for (const [index, entry] of value.entries()) {
    await region.getByRole('button', { name: `Add ${name}`, exact: true }).click()
    await region
      .getByRole('textbox', { name: `${name} ${index + 1}`, exact: true })
      .fill(typeof entry === 'string' ? entry.replaceAll('\n', '\\n') : JSON.stringify(entry))
  }
}

async function fillJson(editor: Locator, value: JsonValue): Promise<void> {
  await editor.click()
  await editor.press('ControlOrMeta+a')
  await editor.page().keyboard.insertText(JSON.stringify(value))
}
