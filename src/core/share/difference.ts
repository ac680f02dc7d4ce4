import { messageText } from '../../../contract/chat/messages.ts'
import { chatFields } from '../../../contract/chat/request/request-fields.ts'
import { vendorFields } from '../../../contract/chat/request/vendor-parameters.ts'
import { editFields } from '../../../contract/image/edit-request.ts'
import { given, isJsonObject, type JsonObject, type JsonValue } from '../../../contract/json.ts'
import type { EvaluateSetup, ExploreSetup, ImageSetup, SharedSetup } from './setup.ts'
import type { ChatDraft } from './shareable.ts'

/** One thing that opening a setup would change. An absent side means "not sent". */
export interface Difference {
  /** The wire name: `temperature`, `vendor_parameters.enable_web_search`, `message 2 (user)`. */
  field: string
  before?: string
  after?: string
  /** False for a field that the contract does not list: it is sent, but nobody validated it. */
  known: boolean
}

/** The page's own setup of an area, to compare with. */
export type CurrentSetup =
  | (ChatDraft & { area: 'chat' })
  | ImageSetup
  | ExploreSetup
  | EvaluateSetup

/** What opening a setup would change, field by field. A board is opened as a new one and changes nothing. */
export function differences(
  current: CurrentSetup | undefined,
  next: Exclude<SharedSetup, EvaluateSetup>,
): Difference[] {
  switch (next.area) {
    case 'chat': {
      const from = current?.area === 'chat' ? current : undefined
      return [
        ...changed('model', from?.model, next.model, true),
        ...fieldDifferences(flat(from?.settings), flat(next.settings), isChatField),
        ...(next.toolSlots ?? []).map(({ name, tools }) => ({
          field: `tool server ${name}`,
          after: tools.map((tool) => tool.name).join(', ') || 'no tools',
          known: true,
        })),
        ...next.messages.map((message, index) => ({
          field: `message ${index + 1} (${message.role})`,
          after: messageText(message) || 'no text',
          known: true,
        })),
      ]
    }
    case 'image': {
      const from = current?.area === 'image' ? current : undefined
      const isKnown = (name: string) => Object.hasOwn(editFields, name)
      return fieldDifferences(flat(from?.fields), flat(next.fields), isKnown)
    }
    case 'explore': {
      const from = current?.area === 'explore' ? current : undefined
      return [
        ...changed('method', from?.method, next.method, true),
        ...changed('path', from?.path, next.path, true),
        ...changed('body as', bodyKind(from), bodyKind(next), true),
        ...changed('body', from?.body, next.body, true),
      ]
    }
  }
}

function bodyKind(setup: ExploreSetup | undefined): string | undefined {
  if (setup?.body === undefined) return undefined
  return setup.form === true ? 'form' : 'JSON'
}

function fieldDifferences(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  isKnown: (field: string) => boolean,
): Difference[] {
  const names = new Set([...after.keys(), ...before.keys()])
  return [...names].flatMap((name) =>
    changed(name, before.get(name), after.get(name), isKnown(name)),
  )
}

function changed(
  field: string,
  before: string | undefined,
  after: string | undefined,
  known: boolean,
): Difference[] {
  if (before === after) return []
  return [{ field, known, ...given({ before, after }) }]
}

/** Fields as texts; the members of vendor_parameters each for themselves. */
function flat(fields: JsonObject = {}): Map<string, string> {
  return new Map(
    Object.entries(fields).flatMap(([name, value]): [string, string][] => {
      if (value === undefined) return []
      if (name === 'vendor_parameters' && isJsonObject(value))
        return Object.entries(value).map(([member, inner]) => [
          `${name}.${member}`,
          valueText(inner ?? null),
        ])
      return [[name, valueText(value)]]
    }),
  )
}

function valueText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isChatField(field: string): boolean {
  const [name = '', member] = field.split('.', 2)
  return member === undefined
    ? Object.hasOwn(chatFields, name)
    : Object.hasOwn(vendorFields, member)
}
