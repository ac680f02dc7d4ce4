import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { JsonObject, JsonValue } from '../../../contract/json.ts'
import { serviceWithoutPort } from '../service-without-port.ts'
import { CHAT_FIELD_SAMPLES } from './chat-field-samples.ts'
import { EDIT_FIELD_SAMPLES, PICTURE } from './edit-field-samples.ts'
import { VENDOR_FIELD_SAMPLES } from './vendor-field-samples.ts'

const service = serviceWithoutPort()
let picture = ''
beforeAll(async () => {
  // As large as the result, which takes no work then.
  const pixels = { width: 1024, height: 1024, channels: 3, background: 'teal' } as const
  picture = (await sharp({ create: pixels }).png().toBuffer()).toString('base64')
})
afterAll(() => service.close())

/** A body as the test means it: the member of that name left out when the value is undefined. */
function withField(base: JsonObject, name: string, value: JsonValue | undefined): JsonObject {
  const { [name]: _, ...rest } = base
  return value === undefined ? rest : { ...rest, [name]: value === PICTURE ? picture : value }
}

const CHAT: JsonObject = {
  model: 'sandbox-chat',
  messages: [{ role: 'user', content: '/tokens 3' }],
  max_completion_tokens: 4,
}
const chat = (body: JsonObject) => service.post('/chat/completions', body)
const vendor = (members: JsonObject) => chat({ ...CHAT, vendor_parameters: members })
const edit = (body: JsonObject) => service.post('/image/edit', body)

/** The fields that an answer finds fault with; the first is what it was when it finds none. */
async function faultsOf(response: Response): Promise<string[]> {
  if (response.status === 200) {
    await response.arrayBuffer()
    return ['none']
  }
  const body: unknown = await response.json()
  const issues: unknown = response.status === 400 ? Reflect.get(Object(body), 'issues') : undefined
  return Array.isArray(issues)
    ? issues.map((issue) => String(Reflect.get(Object(issue), 'path')))
    : [`${response.status} ${JSON.stringify(body)}`]
}

/** Paths are joined by commas, as arrays are. */
const at = (path: string) =>
  expect.arrayContaining([expect.stringMatching(new RegExp(`^${path}(?:,|$)`))])
const whenAbsent = (name: string, says: string) =>
  says.startsWith('required') ? at(name) : ['none']

describe('the chat field', () => {
  const fields = Object.entries(CHAT_FIELD_SAMPLES)
  it.each(fields)('%s takes what the contract allows', async (name, { takes, beside }) => {
    for (const value of takes)
      expect(await faultsOf(await chat(withField({ ...CHAT, ...beside }, name, value)))).toEqual([
        'none',
      ])
  })
  it.each(fields)('%s is refused outside its limits', async (name, { refuses, beside }) => {
    for (const value of refuses)
      expect(await faultsOf(await chat(withField({ ...CHAT, ...beside }, name, value)))).toEqual(
        at(name),
      )
  })
  it.each(fields)('%s may be absent unless it is required', async (name, { says }) => {
    const response = await chat(withField(CHAT, name, undefined))
    expect(await faultsOf(response)).toEqual(whenAbsent(name, says))
  })
})

describe('the vendor parameter', () => {
  const fields = Object.entries(VENDOR_FIELD_SAMPLES)
  it.each(fields)('%s takes what the contract allows', async (name, { takes }) => {
    for (const value of takes)
      expect(await faultsOf(await vendor({ [name]: value }))).toEqual(['none'])
  })
  it.each(fields)('%s is refused outside its limits', async (name, { refuses }) => {
    for (const value of refuses)
      expect(await faultsOf(await vendor({ [name]: value }))).toEqual(
        at(`vendor_parameters,${name}`),
      )
  })
})

describe('the image edit field', () => {
  const fields = Object.entries(EDIT_FIELD_SAMPLES)
  const base = (): JsonObject => ({ prompt: 'crop 100', image: picture })
  it.each(fields)('%s takes what the contract allows', async (name, { takes }) => {
    for (const value of takes)
      expect(await faultsOf(await edit(withField(base(), name, value)))).toEqual(['none'])
  })
  it.each(fields)('%s is refused outside its limits', async (name, { refuses }) => {
    for (const value of refuses)
      expect(await faultsOf(await edit(withField(base(), name, value)))).toEqual(at(name))
  })
  it.each(fields)('%s may be absent unless it is required', async (name, { says }) => {
    const response = await edit(withField(base(), name, undefined))
    expect(await faultsOf(response)).toEqual(whenAbsent(name, says))
  })
})
