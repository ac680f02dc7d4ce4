import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { JsonValue } from '../../../contract/json.ts'
import { serviceWithoutPort } from '../service-without-port.ts'
import { MESSAGE_SAMPLES, PART_SAMPLES, PICTURE_63, PICTURE_64 } from './message-samples.ts'

const service = serviceWithoutPort()
const pictures = new Map<string, string>()
beforeAll(async () => {
  for (const [name, width] of [
    [PICTURE_64, 64],
    [PICTURE_63, 63],
  ] as const) {
    const create = { width, height: 64, channels: 3, background: 'teal' } as const
    const bytes = await sharp({ create }).png().toBuffer()
    pictures.set(name, `data:image/png;base64,${bytes.toString('base64')}`)
  }
})
afterAll(() => service.close())

async function ask(message: JsonValue, model = 'sandbox-media'): Promise<Response> {
  const messages = [message, { role: 'user', content: '/tokens 2' }]
  let body = JSON.stringify({ model, messages, max_completion_tokens: 3 })
  for (const [name, url] of pictures) body = body.replaceAll(name, url)
  return service.post('/chat/completions', JSON.parse(body))
}

/** "taken", "refused" with a fault among the messages, or whatever else was said. */
async function verdictOn(message: JsonValue): Promise<string> {
  const response = await ask(message)
  const said = await response.text()
  if (response.status === 200) return 'taken'
  return response.status === 400 && said.includes('"messages"') ? 'refused' : said
}

describe('a message from', () => {
  const kinds = Object.entries(MESSAGE_SAMPLES)
  it.each(kinds)('%s takes what the contract allows', async (_, { takes }) => {
    for (const message of takes) expect(await verdictOn(message)).toBe('taken')
  })
  it.each(kinds)('%s is refused otherwise', async (_, { refuses }) => {
    for (const message of refuses) expect(await verdictOn(message)).toBe('refused')
  })
})

describe('a content part', () => {
  const parts = Object.entries(PART_SAMPLES)
  it.each(parts)('%s takes what the contract allows', async (_, { takes }) => {
    for (const part of takes)
      expect(await verdictOn({ role: 'user', content: [part] })).toBe('taken')
  })
  it.each(parts)('%s is refused otherwise', async (_, { refuses }) => {
    for (const part of refuses)
      expect(await verdictOn({ role: 'user', content: [part] })).toBe('refused')
  })
})
