import fc from 'fast-check'

import {
  fieldExamples,
  type SettingPath,
} from '../../../../contract/chat/request/field-examples.ts'
import { chatFields } from '../../../../contract/chat/request/request-fields.ts'
import { chatRequestSchema, reviewRequest } from '../../../../contract/chat/request/request.ts'
import { vendorFields } from '../../../../contract/chat/request/vendor-parameters.ts'
import type { FieldControl, FieldTable } from '../../../../contract/field-rule.ts'
import type { JsonObject, JsonValue } from '../../../../contract/json.ts'
import { wireBody } from '../../../../contract/provider-name.ts'

/** Files that random requests attach; the code has to find them under these names. */
export const ATTACHED = {
  'image.png': bytes(1500, 37),
  'audio.wav': bytes(1200, 11),
  'notes.pdf': bytes(1300, 91),
} as const

/**
 * Valid bodies of `POST /chat/completions`, made from the contract's tables, as the page would send
 * them under a provider's name: any fields in any mixture, text that breaks careless quoting, every
 * role, attachments.
 */
export function randomRequests(providerName: string): fc.Arbitrary<JsonObject> {
  const { model: _model, messages: _messages, vendor_parameters: _vendor, ...fields } = chatFields
  return fc
    .record({
      model: fc.constantFrom('sandbox-chat', 'sandbox-chat:enable_web_search=on', 'a\'b "c" $d'),
      messages: fc.array(message, { minLength: 1, maxLength: 4 }),
      fields: table(fields, ''),
      vendor: fc.option(table(vendorFields, 'vendor_parameters.'), { nil: undefined }),
    })
    .map(({ model, messages, fields: given, vendor }) => ({
      model,
      messages,
      ...given,
      ...(vendor === undefined ? {} : { vendor_parameters: vendor }),
    }))
    .filter(isValid)
    .map((body) => JSON.parse(JSON.stringify(wireBody(body, providerName))) as JsonObject)
}

function isValid(body: JsonObject): boolean {
  const read = chatRequestSchema.safeParse(body)
  return read.success && reviewRequest(read.data).every(({ level }) => level !== 'error')
}

const text = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  fc
    .string({
      unit: fc.constantFrom(
        "'",
        '"',
        '$',
        '`',
        '\\',
        '\n',
        '!',
        '{',
        '}',
        '%',
        '#',
        '👩‍👧',
        'a',
        ' ',
      ),
      minLength: 1,
    })
    .map((part) => `${part} $(id) \${HOME} BODY\nBODY\n`),
)

/** Some of the fields of a table, each with a value that its rule takes. */
function table(rules: FieldTable, path: string): fc.Arbitrary<JsonObject> {
  const fields = Object.entries(rules).map(
    ([name, { control }]): [string, fc.Arbitrary<JsonValue>] => [
      name,
      value(control, fieldExamples[`${path}${name}` as SettingPath]),
    ],
  )
  const names = fields.map(([name]) => name)
  return fc
    .tuple(fc.subarray(names, { maxLength: 8 }), fc.record(Object.fromEntries(fields)))
    .map(([chosen, all]) =>
      Object.fromEntries(chosen.map((name): [string, JsonValue] => [name, all[name] ?? null])),
    )
}

function value(control: FieldControl, example: JsonValue): fc.Arbitrary<JsonValue> {
  switch (control.kind) {
    case 'number': {
      const min = control.min ?? (control.above === undefined ? -1000 : control.above + 1)
      const max = control.max ?? 100_000
      return control.integer
        ? fc.integer({ min, max })
        : fc.double({ min, max, noNaN: true, noDefaultInfinity: true })
    }
    case 'boolean':
      return fc.boolean()
    case 'choice':
      return fc.constantFrom(...control.values)
    case 'text':
      return text
    case 'list':
      return fc.array<JsonValue>(control.of === 'number' ? fc.nat(100_000) : text, {
        maxLength: control.maxItems ?? 5,
      })
    case 'structure':
      return fc.constant(example)
  }
}

function dataUrl(type: string, name: keyof typeof ATTACHED): string {
  return `data:${type};base64,${base64(ATTACHED[name])}`
}

const part: fc.Arbitrary<JsonValue> = fc.oneof(
  text.map((words) => ({ type: 'text', text: words })),
  fc.constant({ type: 'image_url', image_url: { url: dataUrl('image/png', 'image.png') } }),
  fc.constant({
    type: 'input_audio',
    input_audio: { data: base64(ATTACHED['audio.wav']), format: 'wav' },
  }),
  fc.constant({
    type: 'file',
    file: { file_data: dataUrl('application/pdf', 'notes.pdf'), filename: 'notes.pdf' },
  }),
)

const message: fc.Arbitrary<JsonValue> = fc.oneof(
  text.map((content) => ({ role: 'user', content })),
  fc.array(part, { minLength: 1, maxLength: 3 }).map((content) => ({ role: 'user', content })),
  text.map((content) => ({ role: 'assistant', content })),
  text.map((content) => ({ role: 'system', content })),
  text.map((content) => ({ role: 'developer', content })),
  text.map((content) => ({ role: 'tool', content, tool_call_id: 'call_1' })),
)

function bytes(length: number, step: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => (index * step) % 256)
}

function base64(content: Uint8Array): string {
  return btoa(String.fromCharCode(...content))
}
