import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { ChatRequest } from '../../../contract/chat/request/request.ts'
import { spendLimitsOf } from './admission/spend-limits.ts'
import { runChat } from './chat-completion.ts'
import type { Client } from './client.ts'
import type { Connection } from './connection/connections.ts'
import { API_KEY, fakeClient, jsonResponse, openBody } from './testing/fake-world.ts'

const CHAT: ChatRequest = {
  model: 'm',
  messages: [{ role: 'user', content: 'Hello' }],
  stream: true,
}

const COMPLETION = {
  id: 'c1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [
    {
      index: 0,
      finish_reason: 'stop',
      logprobs: null,
      message: { role: 'assistant', content: 'Hi' },
    },
  ],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  cost: { usd: 0.000123, diem: 0 },
}

/** One event of a stream that adds text, or ends the choice. */
function chunk(content: string, finish: string | null = null, more: object = {}): string {
  const choice = { index: 0, delta: { content }, finish_reason: finish }
  const value = {
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [choice],
    ...more,
  }
  return `data: ${JSON.stringify(value)}\n\n`
}

/** Sets a limit for all requests, and counts what is spent. */
async function withLimits(client: Client, connection: Connection) {
  await spendLimitsOf(client).setLimits(connection, { session: 1_000_000 })
  return () => spendLimitsOf(client).log.getState().log
}

/** A model list that prices `m`, so that its most is known. */
const MODELS = {
  object: 'list',
  data: [
    {
      id: 'm',
      type: 'text',
      object: 'model',
      created: 1,
      owned_by: 'x',
      model_spec: {
        availableContextTokens: 1000,
        pricing: { input: { usd: 1 }, output: { usd: 1 } },
      },
    },
  ],
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('runChat', () => {
  test('default: a response that is not streamed', async () => {
    const { client, connection } = fakeClient(() => jsonResponse(COMPLETION))
    const run = runChat(client, connection, CHAT)
    const answer = await run.done
    expect(answer).toMatchObject({
      phase: 'finished',
      choices: [{ content: 'Hi', finishReason: 'stop' }],
      cost: { usd: 0.000123 },
    })
    const exchange = client.exchanges.store.getState().byId[run.exchangeId() ?? '']
    expect(exchange).toMatchObject({ outcome: 'done', receipt: { cost: { usd: 0.000123 } } })
  })

  test('default: a stream grows and is complete with its finish reason', async () => {
    const body = openBody()
    const { client, connection } = fakeClient(() => body.response)
    const run = runChat(client, connection, CHAT)
    body.write(chunk('Hel'))
    await vi.waitFor(() => expect(run.answer.getState().choices[0]?.content).toBe('Hel'))
    expect(run.answer.getState().phase).toBe('streaming')
    body.write(chunk('lo', 'stop', { usage: COMPLETION.usage, cost: COMPLETION.cost }))
    body.write('data: [DONE]\n\n')
    body.end()
    expect(await run.done).toMatchObject({ phase: 'finished', choices: [{ content: 'Hello' }] })
  })

  test('behavior: hundreds of events that come in one read are taken some at a time', async () => {
    const body = openBody()
    const { client, connection } = fakeClient(() => body.response)
    const run = runChat(client, connection, CHAT)
    const lengths = new Set<number | undefined>()
    run.answer.subscribe(({ choices }) => lengths.add(choices[0]?.content?.length))
    body.write(`${chunk('a').repeat(200)}${chunk('', 'stop')}data: [DONE]\n\n`)
    body.end()
    expect(await run.done).toMatchObject({ choices: [{ content: 'a'.repeat(200) }] })
    expect(lengths.size).toBeGreaterThan(3)
  })

  test('default: text, media and sources are the same, streamed or in one piece', async () => {
    const text = 'Boils at 100 °C [REF]0[/REF], $x^2$ ^1^.'
    const media = {
      images: [{ type: 'image_url', image_url: { url: 'https://pictures.example/remote.png' } }],
      audio: { data: 'UklGRg==', transcript: 'A short beep.' },
    }
    const web_search_citations = [{ title: 'First source', url: 'https://one.example/a' }]
    const rest = { usage: COMPLETION.usage, cost: COMPLETION.cost }
    const echo = { vendor_parameters: { web_search_citations } }

    const body = openBody()
    const streaming = fakeClient(() => body.response)
    const run = runChat(streaming.client, streaming.connection, CHAT)
    body.write(chunk('', null, { ...echo, choices: [] }))
    body.write(chunk('', null, { choices: [{ index: 0, delta: media, finish_reason: null }] }))
    for (const piece of text.match(/[^]{1,7}/gu) ?? []) body.write(chunk(piece))
    body.write(chunk('', 'stop', rest))
    body.write('data: [DONE]\n\n')
    body.end()
    const { timing: _times, ...streamed } = await run.done

    const message = { role: 'assistant', content: text, ...media }
    const choices = [{ index: 0, finish_reason: 'stop', logprobs: null, message }]
    const whole = fakeClient(() => jsonResponse({ ...COMPLETION, ...rest, ...echo, choices }))
    const { timing: _time, ...inOnePiece } = await runChat(whole.client, whole.connection, CHAT)
      .done
    expect(streamed.choices[0]).toMatchObject({ content: text, media: [{}, {}] })
    expect(streamed.citations).toHaveLength(1)
    expect(streamed).toEqual(inOnePiece)
  })

  test('behavior: a media type is one in any case', async () => {
    const body = openBody({ headers: { 'content-type': 'Text/Event-Stream; charset=utf-8' } })
    const { client, connection } = fakeClient(() => body.response)
    const run = runChat(client, connection, CHAT)
    body.write(chunk('Hi', 'stop'))
    body.end()
    expect(await run.done).toMatchObject({ phase: 'finished' })
  })

  test('behavior: a stream that ends without a finish reason is cut and keeps its text', async () => {
    const body = openBody()
    const { client, connection } = fakeClient(() => body.response)
    const run = runChat(client, connection, CHAT)
    body.write(chunk('Half'))
    body.end()
    expect(await run.done).toMatchObject({
      phase: 'cut',
      failure: { kind: 'cut' },
      choices: [{ content: 'Half' }],
    })
    expect(client.exchanges.store.getState().byId[run.exchangeId() ?? '']?.outcome).toBe('cut')
  })

  test('behavior: a view that throws is no cut', async () => {
    const body = openBody()
    const { client, world, connection } = fakeClient(() => body.response)
    const run = runChat(client, connection, CHAT)
    run.answer.subscribe(() => {
      throw new Error('a view')
    })
    body.write(chunk('Hello', 'stop'))
    body.end()
    expect(await run.done).toMatchObject({ phase: 'finished', choices: [{ content: 'Hello' }] })
    expect(world.reported.length).toBeGreaterThan(0)
  })

  test('behavior: an error event ends it as a failure', async () => {
    const body = openBody()
    const { client, connection } = fakeClient(() => body.response)
    const run = runChat(client, connection, CHAT)
    body.write(chunk('Half'))
    body.write(`data: ${JSON.stringify({ error: { message: 'Model failed' } })}\n\n`)
    expect(await run.done).toMatchObject({ phase: 'failed', choices: [{ content: 'Half' }] })
    expect(body.isCancelled()).toBe(true)
  })

  test('behavior: silence is told, then given up', async () => {
    const body = openBody()
    const { client, world, connection } = fakeClient(() => body.response)
    const run = runChat(client, connection, CHAT)
    body.write(chunk('Hi'))
    await vi.waitFor(() => expect(run.answer.getState().choices).toHaveLength(1))
    for (let second = 0; second < 70; second += 1) {
      world.advance(1000)
      body.write(': keep-alive\n\n')
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(run.quiet.getState()).toBe(true)
    for (let second = 0; second < 25; second += 1) {
      world.advance(1000)
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(await run.done).toMatchObject({ phase: 'cut', failure: { kind: 'stalled' } })
    expect(run.quiet.getState()).toBe(false)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('behavior: an event that is too large is given up', async () => {
    const body = openBody()
    const { client, connection } = fakeClient(() => body.response)
    const run = runChat(client, connection, CHAT)
    body.write(`data: ${'x'.repeat(9 * 1024 * 1024)}`)
    expect(await run.done).toMatchObject({ phase: 'failed', failure: { kind: 'answer_too_large' } })
  })

  test('behavior: a stream that is too long is given up', async () => {
    const body = openBody()
    const { client, connection } = fakeClient(() => body.response)
    const run = runChat(client, connection, CHAT)
    for (let piece = 0; piece < 6; piece += 1) body.write(chunk('x'.repeat(6 * 1024 * 1024)))
    expect(await run.done).toMatchObject({ phase: 'failed', failure: { kind: 'answer_too_large' } })
  })

  test('behavior: a stream that repeats the key holds it nowhere', async () => {
    const body = openBody()
    const { client, connection } = fakeClient(() => body.response)
    const run = runChat(client, connection, CHAT)
    body.write(chunk(`Your key is ${API_KEY}`, 'stop'))
    body.end()
    const answer = await run.done
    expect(answer.choices[0]?.content).toMatch(/^Your key is <redacted/)
    expect(JSON.stringify(client.exchanges.store.getState())).not.toContain(API_KEY)
  })

  test('behavior: a stream that repeats the key in pieces holds it nowhere', async () => {
    const body = openBody()
    const { client, connection } = fakeClient(() => body.response)
    const run = runChat(client, connection, CHAT)
    for (const piece of `Your key is ${API_KEY}.`.match(/.{1,5}/g) ?? []) body.write(chunk(piece))
    body.write(chunk('', 'stop'))
    body.end()
    const answer = await run.done
    expect(answer.choices[0]?.content).toMatch(/^Your key is .*<redacted \d+ chars>\.$/)
    const { byId } = client.exchanges.store.getState()
    const events = Object.values(byId).flatMap(({ events: list }) => [...list])
    const text = events.map(({ data }) => /"content":"([^"]*)"/.exec(data)?.[1] ?? '').join('')
    expect(text).toContain('Your key is')
    for (const received of [text, answer.choices[0]?.content])
      expect(received).not.toContain(API_KEY.slice(0, 16))
  })

  test('error: what is no completion is said, with its content type', async () => {
    const { client, connection } = fakeClient(
      () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    )
    expect(await runChat(client, connection, CHAT).done).toMatchObject({
      phase: 'failed',
      failure: { kind: 'unexpected_answer', message: expect.stringContaining('text/html') },
    })
  })

  test('behavior: which model served it is kept', async () => {
    const { client, connection } = fakeClient(() =>
      jsonResponse(COMPLETION, { headers: { 'x-vendor-model-router': 'trait=default' } }),
    )
    expect((await runChat(client, connection, CHAT).done).served).toEqual({
      router: 'trait=default',
    })
  })
})

describe('runChat and the spend limits', () => {
  test('behavior: the declared cost counts', async () => {
    const { client, connection } = fakeClient(({ url }) =>
      jsonResponse(url.endsWith('/models') ? MODELS : COMPLETION),
    )
    const log = await withLimits(client, connection)
    await runChat(client, connection, CHAT).done
    expect(log()).toMatchObject({ session: { spent: 123 }, open: [] })
  })

  test('behavior: a request that a limit refuses is not sent, unless a person says so', async () => {
    const { client, world, connection } = fakeClient(({ url }) =>
      jsonResponse(url.endsWith('/models') ? MODELS : COMPLETION),
    )
    await spendLimitsOf(client).setLimits(connection, { request: 1 })
    const refused = await runChat(client, connection, CHAT).done
    expect(refused).toMatchObject({ phase: 'failed', failure: { kind: 'over_spend_cap' } })
    expect(world.sent.map(({ method }) => method)).toEqual(['GET'])
    const sent = await runChat(client, connection, CHAT, { overCaps: true }).done
    expect(sent.phase).toBe('finished')
  })

  test('behavior: stopped before anything was sent costs nothing', async () => {
    const { client, world, connection } = fakeClient(({ url }) =>
      jsonResponse(url.endsWith('/models') ? MODELS : COMPLETION),
    )
    const log = await withLimits(client, connection)
    const credential = {
      kind: 'wallet' as const,
      label: 'wallet',
      origin: new URL(connection.baseUrl).origin,
      authorize: (request: { url: string }, signal: AbortSignal) =>
        request.url.endsWith('/models')
          ? Promise.resolve([])
          : new Promise<never>((_, reject) => {
              signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
              run.stop()
            }),
    }
    const run = runChat(client, { ...connection, credential }, CHAT)
    expect(await run.done).toMatchObject({ phase: 'stopped' })
    expect(world.sent.every(({ method }) => method === 'GET')).toBe(true)
    expect(log()).toMatchObject({ session: { spent: 0 }, open: [] })
  })

  test('behavior: out of reach it may have been billed, so the most it may cost counts', async () => {
    const { client, connection } = fakeClient(({ url }) =>
      url.endsWith('/models') ? jsonResponse(MODELS) : Promise.reject(new TypeError('gone')),
    )
    const log = await withLimits(client, connection)
    await runChat(client, connection, CHAT).done
    expect(log()?.session.spent).toBeGreaterThan(0)
    expect(log()?.open).toEqual([])
  })

  test('behavior: refused by the service it costs nothing', async () => {
    const { client, connection } = fakeClient(({ url }) =>
      url.endsWith('/models')
        ? jsonResponse(MODELS)
        : jsonResponse({ error: 'x' }, { status: 500 }),
    )
    const log = await withLimits(client, connection)
    await runChat(client, connection, CHAT).done
    expect(log()).toMatchObject({ session: { spent: 0 }, open: [] })
  })

  test('behavior: a price nobody knows breaks any limit', async () => {
    const { client, connection } = fakeClient(() => jsonResponse({ object: 'list', data: [] }))
    await withLimits(client, connection)
    expect(await runChat(client, connection, CHAT).done).toMatchObject({
      failure: { kind: 'over_spend_cap' },
    })
  })
})

describe('runChat in the queue', () => {
  /** Locks of one browser: four slots, everything else at once. */
  function browserLocks() {
    const held = new Set<string>()
    const waiting: { name: string; grant: () => void }[] = []
    const request = async (
      name: string,
      ...rest: [LockGrantedCallback<unknown>] | [LockOptions, LockGrantedCallback<unknown>]
    ): Promise<unknown> => {
      const [options, callback] = rest.length === 1 ? [{} as LockOptions, rest[0]] : rest
      if (held.has(name)) {
        if (options.ifAvailable === true) return callback(null)
        await new Promise<void>((resolve, reject) => {
          waiting.push({ name, grant: resolve })
          options.signal?.addEventListener('abort', () =>
            reject(new DOMException('', 'AbortError')),
          )
        })
        if (options.signal?.aborted === true) throw new DOMException('', 'AbortError')
      }
      held.add(name)
      try {
        return await callback({ name, mode: 'exclusive' })
      } finally {
        held.delete(name)
        const at = waiting.findIndex((one) => one.name === name)
        if (at >= 0) waiting.splice(at, 1)[0]?.grant()
      }
    }
    return { request } as Pick<LockManager, 'request'>
  }

  test('behavior: the fifth waits, says so, and is sent when one ends', async () => {
    const bodies: ReturnType<typeof openBody>[] = []
    const { client, world, connection } = fakeClient(
      ({ signal }) => {
        const body = openBody({}, signal)
        bodies.push(body)
        return body.response
      },
      { locks: browserLocks() },
    )
    const runs = Array.from({ length: 5 }, () => runChat(client, connection, CHAT))
    await vi.waitFor(() => expect(world.sent).toHaveLength(4))
    expect(runs[4]?.queued.getState()).toBe(true)
    bodies[0]?.write(chunk('x', 'stop'))
    bodies[0]?.end()
    await vi.waitFor(() => expect(world.sent).toHaveLength(5))
    expect(runs[4]?.queued.getState()).toBe(false)
    for (const run of runs) run.stop()
    await Promise.all(runs.map((run) => run.done))
  })

  test('behavior: stopped in the queue nothing is sent', async () => {
    const { client, world, connection } = fakeClient(
      ({ signal }) => openBody({}, signal).response,
      { locks: browserLocks() },
    )
    const runs = Array.from({ length: 5 }, () => runChat(client, connection, CHAT))
    await vi.waitFor(() => expect(runs[4]?.queued.getState()).toBe(true))
    runs[4]?.stop()
    expect(await runs[4]?.done).toMatchObject({ phase: 'stopped' })
    expect(world.sent).toHaveLength(4)
    for (const run of runs) run.stop()
    await Promise.all(runs.map((run) => run.done))
  })

  test('behavior: where the browser refuses locks, nobody waits', async () => {
    const { client, connection } = fakeClient(() => jsonResponse(COMPLETION), {
      locks: { request: () => Promise.reject(new DOMException('', 'SecurityError')) },
    })
    expect(await runChat(client, connection, CHAT).done).toMatchObject({ phase: 'finished' })
  })
})
