import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ChatCompletion } from '../../../../contract/chat/response.ts'
import { completionOf } from '../../../testing/completion.ts'
import { chunksOf } from '../../../testing/read-stream.ts'
import { startTestService, type TestService } from '../../../testing/start-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { VENDOR_API_KEYS: 'other' } })
})
afterAll(() => service.stop())

const LONG = 'A sentence about caching that is worth keeping. '.repeat(150)
const mark = { cache_control: { type: 'ephemeral' } }
let number = 0
/** A text that no other test has cached. */
const fresh = () => `${(number += 1)} ${LONG}`

async function ask(body: Record<string, unknown>, key = service.apiKey): Promise<ChatCompletion> {
  return completionOf(
    await service.call(
      '/chat/completions',
      { model: 'sandbox-chat', max_completion_tokens: 1, ...body },
      { Authorization: `Bearer ${key}` },
    ),
  )
}

function cacheOf({ usage }: ChatCompletion) {
  const details = usage?.prompt_tokens_details
  return {
    read: details?.cached_tokens ?? -1,
    written: details?.cache_creation_input_tokens ?? -1,
    prompt: usage?.prompt_tokens ?? -1,
  }
}

function marked(text: string, question: string) {
  return [
    { role: 'system', content: [{ type: 'text', text, ...mark }] },
    { role: 'user', content: question },
  ]
}

describe('the prompt cache', () => {
  it('writes up to a marked part, then reads it, at the prices of the model', async () => {
    const text = `Short, but marked. ${fresh().slice(0, 200)}`
    const first = await ask({ messages: marked(text, 'One?') })
    const second = await ask({ messages: marked(text, 'Another question?') })
    expect(cacheOf(first).read).toBe(0)
    expect(cacheOf(first).written).toBeGreaterThan(0)
    expect(cacheOf(first).written).toBeLessThan(cacheOf(first).prompt)
    expect(cacheOf(second)).toMatchObject({ read: cacheOf(first).written, written: 0 })
    for (const answer of [first, second]) {
      const { read, written, prompt } = cacheOf(answer)
      const microUsd = (prompt - read - written) * 0.7 + read * 0.14 + written * 0.875 + 2.8
      expect(answer.cost?.usd).toBe(Math.ceil(Math.round(microUsd * 1000) / 1000) / 1e6)
    }
  })

  it('keeps long prompts unasked, message by message, and short ones not', async () => {
    const text = fresh()
    const messages = [{ role: 'user', content: text }]
    const first = cacheOf(await ask({ messages }))
    expect(first).toEqual({ read: 0, written: first.prompt, prompt: first.prompt })
    const longer = [
      ...messages,
      { role: 'assistant', content: 'Yes.' },
      { role: 'user', content: 'Go on.' },
    ]
    expect(cacheOf(await ask({ messages: longer }))).toMatchObject({ read: first.prompt })
    expect(cacheOf(await ask({ messages: [{ role: 'user', content: `x${text}` }] })).read).toBe(0)
    const short = { messages: [{ role: 'user', content: 'Hello' }] }
    await ask(short)
    expect(cacheOf(await ask(short))).toMatchObject({ read: 0, written: 0 })
  })

  it('takes prompt_cache_key as its place: short prompts too, and another key misses', async () => {
    const body = { messages: [{ role: 'user', content: 'Short' }], prompt_cache_key: 'here' }
    await ask(body)
    expect(cacheOf(await ask(body)).read).toBeGreaterThan(0)
    expect(cacheOf(await ask({ ...body, prompt_cache_key: 'there' })).read).toBe(0)
  })

  it('belongs to one caller and one model, and only models with a price for it have one', async () => {
    const body = { messages: [{ role: 'user', content: fresh() }] }
    await ask(body)
    expect(cacheOf(await ask(body)).read).toBeGreaterThan(0)
    expect(cacheOf(await ask(body, 'other')).read).toBe(0)
    expect(cacheOf(await ask({ ...body, model: 'sandbox-large' })).read).toBe(0)
    expect(cacheOf(await ask({ ...body, model: 'sandbox-fast' }))).toMatchObject({
      read: 0,
      written: 0,
    })
  })

  it('is counted in a stream too, and takes every retention of the contract', async () => {
    const text = fresh()
    for (const prompt_cache_retention of ['default', 'extended', '24h']) {
      const chunks = await chunksOf(
        await service.chat(text, {
          stream: true,
          max_completion_tokens: 1,
          prompt_cache_retention,
        }),
      )
      expect(chunks.at(-1)?.usage?.prompt_tokens_details).toEqual(
        prompt_cache_retention === 'default'
          ? { cached_tokens: 0, cache_creation_input_tokens: expect.any(Number) }
          : { cached_tokens: expect.any(Number), cache_creation_input_tokens: 0 },
      )
    }
  })
})
