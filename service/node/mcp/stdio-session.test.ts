import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { JsonObject } from '../../../contract/json.ts'
import { createReply } from '../../app/mcp/json-rpc.ts'
import { openSession, type ProcessEvents } from './stdio-session.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A session with a server that does what the test does. */
function session(options: { reads?: boolean; mayAsk?: boolean } = {}) {
  const written: JsonObject[] = []
  let events: ProcessEvents | undefined
  let ended: string | undefined
  const opened = openSession({
    start: (given) => {
      events = given
      return {
        write: (line) => {
          if (options.reads === false) return false
          written.push(JSON.parse(line))
          return true
        },
        end: async (why) => {
          ended = why ?? 'asked'
          given.onEnd({ why: ended, errorBytes: 0 })
        },
        kill: () => undefined,
      }
    },
    mayAsk: options.mayAsk ?? true,
    times: { firstMs: 60_000, anyMs: 900_000 },
    onEnd: () => undefined,
  })
  return {
    opened,
    written,
    ended: () => ended,
    say: (message: object) => events?.onLine(JSON.stringify({ jsonrpc: '2.0', ...message })),
    /** Sends a request, and gives its answer. */
    ask: (method: string, params: JsonObject = {}, id: string | number = 'a') => {
      const reply = createReply(true, () => undefined)
      const cancel = opened.request({ kind: 'request', id, method, params }, reply)
      return { body: reply.body, cancel }
    },
  }
}

describe('a session with a server of this computer', () => {
  it('behavior: requests of several clients with the same id get their own results', async () => {
    const { ask, say, written } = session()
    const asked = [ask('tools/call', {}, 1), ask('tools/call', {}, 1)]
    const ids = written.map(({ id }) => id)
    expect(new Set(ids).size).toBe(2)
    say({ id: ids[1], result: { which: 'second' } })
    say({ id: ids[0], result: { which: 'first' } })
    expect(await Promise.all(asked.map(({ body }) => body))).toMatchObject([
      { message: { id: 1, result: { which: 'first' } } },
      { message: { id: 1, result: { which: 'second' } } },
    ])
  })

  it('behavior: progress comes under the token of the client that asked', async () => {
    const { ask, say, written } = session()
    const { body } = ask('tools/call', { _meta: { progressToken: 'mine', other: 1 } })
    const [sent] = written
    expect(sent).toMatchObject({ params: { _meta: { progressToken: sent?.['id'], other: 1 } } })
    say({
      method: 'notifications/progress',
      params: { progressToken: sent?.['id'] ?? null, progress: 1 },
    })
    say({ id: sent?.['id'], result: {} })
    const answered = await body
    const text = answered.kind === 'stream' ? await new Response(answered.stream).text() : ''
    expect(text).toContain('"progressToken":"mine"')
  })

  it('behavior: a server that does not answer is told that nobody waits any more', async () => {
    const { ask, written } = session()
    const first = ask('initialize')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await first.body).toMatchObject({
      message: { error: { message: 'The server did not respond within 60 s.' } },
    })
    const call = ask('tools/call')
    await vi.advanceTimersByTimeAsync(899_999)
    expect(written.at(-1)?.['method']).toBe('tools/call')
    await vi.advanceTimersByTimeAsync(1)
    expect(written.at(-1)?.['method']).toBe('notifications/cancelled')
    expect(await call.body).toMatchObject({ message: { error: { code: -32_000 } } })
  })

  it('behavior: no more than 64 requests wait, and none is sent to a server that does not read', async () => {
    const { ask, written } = session()
    for (let count = 0; count < 64; count += 1) ask('tools/call')
    expect(await ask('tools/call').body).toMatchObject({
      message: { error: { message: 'More than 64 requests are waiting.' } },
    })
    expect(written).toHaveLength(64)
    expect(await session({ reads: false }).ask('tools/call').body).toMatchObject({
      message: { error: { message: 'The server does not read its requests.' } },
    })
  })

  it('behavior: what the server asks is refused where nobody could answer, a ping is answered', () => {
    const { say, written, ask } = session({ mayAsk: false })
    ask('tools/call')
    say({ id: 's1', method: 'sampling/createMessage', params: {} })
    say({ id: 's2', method: 'ping' })
    expect(written.slice(1)).toMatchObject([
      { id: 's1', error: { code: -32_601 } },
      { id: 's2', result: {} },
    ])
  })

  it('behavior: a client answers only what it was asked', () => {
    const { say, written, ask, opened } = session()
    ask('tools/call')
    say({ id: 's1', method: 'roots/list' })
    opened.respond({ jsonrpc: '2.0', id: 'forged', result: {} })
    opened.respond({ jsonrpc: '2.0', id: 's1', result: { roots: [] } })
    opened.respond({ jsonrpc: '2.0', id: 's1', result: { roots: [] } })
    expect(written.slice(1)).toMatchObject([{ id: 's1', result: { roots: [] } }])
  })

  it('behavior: a request that was canceled is over, and a late result is dropped', async () => {
    const { ask, say, written, opened } = session()
    const { body, cancel } = ask('tools/call')
    cancel()
    cancel()
    expect(written.map(({ method }) => method)).toEqual(['tools/call', 'notifications/cancelled'])
    say({ id: written[0]?.['id'], result: {} })
    expect(await body).toMatchObject({ message: { error: { message: 'The call was canceled.' } } })
    const other = ask('tools/call', {}, 'b')
    opened.notify({
      kind: 'notification',
      method: 'notifications/cancelled',
      params: { requestId: 'b' },
    })
    expect(await other.body).toMatchObject({ message: { id: 'b', error: {} } })
    expect(opened.pendingCount).toBe(0)
  })

  it('behavior: results let a server send on, however much it sends in all', () => {
    const { ask, say, written, ended } = session()
    for (let round = 0; round < 3; round += 1) {
      ask('tools/call')
      for (let line = 0; line < 9000; line += 1)
        say({ method: 'notifications/message', params: {} })
      say({ id: written.at(-1)?.['id'], result: {} })
    }
    expect(ended()).toBeUndefined()
    for (let line = 0; line < 10_001; line += 1) say({ nothing: true })
    expect(ended()).toBe('it sent too much without a result')
  })
})
