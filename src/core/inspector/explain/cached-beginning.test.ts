import { afterAll, beforeAll, expect, test } from 'vitest'

import { chatCompletionSchema } from '../../../../contract/chat/response.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import { serviceWithoutPort } from '../../../../service/testing/service-without-port.ts'
import { promptParting } from './prompt-parting.ts'

const user = (content: JsonValue): JsonObject => ({ role: 'user', content })
const chat = (...messages: JsonObject[]): JsonObject => ({ model: 'a', messages })
const marked = (text: string) => ({ type: 'text', text, cache_control: { type: 'ephemeral' } })

let service: ReturnType<typeof serviceWithoutPort>
beforeAll(() => {
  service = serviceWithoutPort()
})
afterAll(() => service.close())

/** The tokens of a prompt, and how many of them came from the cache. */
const tokensOf = async (key: string, body: JsonObject, cacheKey: string) => {
  const asked = { ...body, model: 'sandbox-chat', max_tokens: 1, prompt_cache_key: cacheKey }
  const response = await service.request('/api/v1/chat/completions', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify(asked),
  })
  const { usage } = chatCompletionSchema.parse(await response.json())
  return { prompt: usage?.prompt_tokens, cached: usage?.prompt_tokens_details?.cached_tokens }
}

test(
  'behavior: the cached beginning ends where the first break was found',
  { timeout: 300_000 },
  async () => {
    for (let edit = 0; edit < 200; edit += 1) {
      const key = service.nextKey()
      const before = conversation(edit)
      const after = edited(before, edit)
      const parting = promptParting(before, after)
      await tokensOf(key, before, `first ${edit}`)
      const { cached } = await tokensOf(key, after, `first ${edit}`)
      const kept = upTo(before, parting?.cachedUpTo)
      const expected = kept === undefined ? 0 : (await tokensOf(key, kept, `alone ${edit}`)).prompt
      expect(cached, `edit ${edit}: ${JSON.stringify(parting)}`).toBe(expected)
    }
  },
)

const TEXT = 'The quick brown fox jumps over the lazy dog, and the dog does not mind at all. '

/** A conversation of one to seven messages, some of them in parts with marks. */
function conversation(seed: number): JsonObject {
  const messages = Array.from({ length: 1 + (seed % 7) }, (_, index) => {
    const text = TEXT.repeat(1 + ((seed + index) % 4)) + String(index)
    if (index % 2 === 1) return { role: 'assistant', content: text }
    return (seed + index) % 3 === 0
      ? user([marked(`${text} one`), { type: 'text', text }, marked(`${text} two`)])
      : user(text)
  })
  return chat(...messages)
}

/** The conversation with one character changed, a part or message added or left out. */
function edited(body: JsonObject, seed: number): JsonObject {
  const messages = [...(body['messages'] as JsonObject[])]
  const index = (seed * 5) % messages.length
  const message = messages[index] ?? {}
  const { content } = message
  if (seed % 11 === 3) return { ...body, messages: messages.toSpliced(index, 0, user('Added.')) }
  if (seed % 11 === 7) return { ...body, messages: [...messages, user('And then?')] }
  if (typeof content === 'string')
    return {
      ...body,
      messages: messages.with(index, { ...message, content: changed(content, seed) }),
    }
  const parts = content as JsonObject[]
  const at = (seed * 3) % parts.length
  const part = parts[at] ?? {}
  const next = parts.with(at, { ...part, text: changed(JSON.stringify(part['text']), seed) })
  return { ...body, messages: messages.with(index, { ...message, content: next }) }
}

function changed(text: string, seed: number): string {
  const at = (seed * 13) % text.length
  return `${text.slice(0, at)}#${text.slice(at + 1)}`
}

/** The conversation up to a place that `promptParting` names. */
function upTo(body: JsonObject, place: string | undefined): JsonObject | undefined {
  const [, message, part] = /^messages\[(\d+)\](?:\.content\[(\d+)\])?$/.exec(place ?? '') ?? []
  if (message === undefined) return undefined
  const messages = (body['messages'] as JsonObject[]).slice(0, Number(message) + 1)
  const last = messages.at(-1)
  if (part === undefined || !isJsonObject(last)) return { ...body, messages }
  const content = (last['content'] as JsonValue[]).slice(0, Number(part) + 1)
  return { ...body, messages: messages.with(-1, { ...last, content }) }
}
