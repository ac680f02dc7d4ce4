import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { JsonObject, JsonValue } from '../../src/contract/json.ts'
import { serviceWithoutPort } from '../testing/service-without-port.ts'
import { CHAT_FIELD_SAMPLES } from './chat-field-samples.ts'
import { EDIT_FIELD_SAMPLES, PICTURE } from './edit-field-samples.ts'
import { VENDOR_FIELD_SAMPLES } from './vendor-field-samples.ts'

const service = serviceWithoutPort()
let picture = ''
beforeAll(async () => {
  const pixels = { width: 256, height: 256, channels: 3, background: 'teal' } as const
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

/** The places that an answer finds fault with, with the one of a field among them. */
async function faultyFields(response: Response): Promise<string[]> {
  expect(response.status).toBe(400)
  const issues: unknown = Reflect.get(Object(await response.json()), 'issues')
  return Array.isArray(issues)
    ? issues.map((issue) => String(Reflect.get(Object(issue), 'path')))
    : []
}

async function expectTaken(response: Response): Promise<void> {
  expect(response.status === 200 ? '' : await response.text()).toBe('')
  if (response.status === 200) await response.arrayBuffer()
}

async function expectRefused(response: Response, path: string): Promise<void> {
  expect((await faultyFields(response)).some((place) => place.startsWith(path))).toBe(true)
}

describe('the chat field', () => {
  const fields = Object.entries(CHAT_FIELD_SAMPLES)
  it.each(fields)('%s takes what the contract allows', async (name, { takes, beside }) => {
    for (const value of takes)
      await expectTaken(await chat(withField({ ...CHAT, ...beside }, name, value)))
  })
  it.each(fields)('%s is refused outside its limits', async (name, { refuses, beside }) => {
    for (const value of refuses)
      await expectRefused(await chat(withField({ ...CHAT, ...beside }, name, value)), name)
  })
  it.each(fields)('%s may be absent unless it is required', async (name, { says }) => {
    const response = await chat(withField(CHAT, name, undefined))
    await (says.startsWith('required') ? expectRefused(response, name) : expectTaken(response))
  })
})

describe('the vendor parameter', () => {
  const fields = Object.entries(VENDOR_FIELD_SAMPLES)
  it.each(fields)('%s takes what the contract allows', async (name, { takes }) => {
    for (const value of takes) await expectTaken(await vendor({ [name]: value }))
  })
  it.each(fields)('%s is refused outside its limits', async (name, { refuses }) => {
    for (const value of refuses)
      await expectRefused(await vendor({ [name]: value }), `vendor_parameters,${name}`)
  })
})

describe('the image edit field', () => {
  const fields = Object.entries(EDIT_FIELD_SAMPLES)
  const base = (): JsonObject => ({ prompt: 'grayscale', image: picture })
  it.each(fields)('%s takes what the contract allows', async (name, { takes }) => {
    for (const value of takes) await expectTaken(await edit(withField(base(), name, value)))
  })
  it.each(fields)('%s is refused outside its limits', async (name, { refuses }) => {
    for (const value of refuses)
      await expectRefused(await edit(withField(base(), name, value)), name)
  })
  it.each(fields)('%s may be absent unless it is required', async (name, { says }) => {
    const response = await edit(withField(base(), name, undefined))
    await (says.startsWith('required') ? expectRefused(response, name) : expectTaken(response))
  })
})
