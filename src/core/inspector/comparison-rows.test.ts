import { describe, expect, it } from 'vitest'

import type { Exchange } from '../client/exchanges/exchange.ts'
import { costRows, headerRows, requestRows, runRows } from './comparison-rows.ts'

const request: Exchange['request'] = {
  method: 'POST',
  url: 'http://127.0.0.1:4310/api/v1/chat/completions',
  path: '/chat/completions',
  headers: [],
  bytes: 0,
}

function exchange(given: Partial<Exchange> = {}): Exchange {
  return {
    id: 'a',
    startedAt: 0,
    providerName: 'vendor',
    background: false,
    request,
    outcome: 'done',
    timing: {},
    headers: [],
    events: [],
    eventCount: 0,
    receipt: {},
    ...given,
  }
}

describe('two requests side by side', () => {
  const sent = (change: Partial<Exchange['request']>) =>
    exchange({ request: { ...request, ...change } })

  it('give no row where they are equal', () => {
    const body = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }
    expect(requestRows(sent({ body }), sent({ body: structuredClone(body) }))).toEqual([])
  })

  it('give a row for each place of the body that differs, text as it is and the rest as JSON', () => {
    const before = { model: 'a', stop: ['x'], messages: [{ content: 'Hi' }] }
    const after = { model: 'b', messages: [{ content: { n: 1 } }], n: 2 }
    expect(requestRows(sent({ body: before }), sent({ body: after }))).toEqual([
      { name: 'model', before: 'a', after: 'b' },
      { name: 'stop', before: '["x"]', after: undefined },
      { name: 'messages[0].content', before: 'Hi', after: '{"n":1}' },
      { name: 'n', before: undefined, after: '2' },
    ])
  })

  it('name the whole body where only one of them has any', () => {
    expect(requestRows(sent({}), sent({ body: { n: 1 } }))).toEqual([
      { name: 'body', before: undefined, after: '{"n":1}' },
    ])
  })

  it('begin with the request line where method or address differ', () => {
    const rows = requestRows(
      sent({ body: { n: 1 } }),
      sent({ method: 'GET', url: 'http://127.0.0.1:4310/api/v1/models', body: { n: 2 } }),
    )
    expect(rows).toEqual([
      {
        name: 'request line',
        before: 'POST http://127.0.0.1:4310/api/v1/chat/completions',
        after: 'GET http://127.0.0.1:4310/api/v1/models',
      },
      { name: 'n', before: '1', after: '2' },
    ])
  })
})

describe('two runs side by side', () => {
  it('show how they ended and by how much each time and count differs', () => {
    const before = exchange({
      status: 200,
      headers: [['x-vendor-version', '20260708.013127']],
      timing: { headers: 300, firstByte: 310, end: 2000 },
      eventCount: 1200,
    })
    const after = exchange({
      status: 429,
      outcome: 'cut',
      timing: { headers: 312, firstByte: 310.2, firstToken: 400, end: 1500 },
      eventCount: 1204,
    })
    expect(runRows(before, after)).toEqual([
      { name: 'status', before: '200 OK', after: '429 Too Many Requests' },
      { name: 'ended', before: 'complete', after: 'cut' },
      { name: 'service version', before: '20260708.013127', after: undefined },
      { name: 'headers', before: '300 ms', after: '312 ms', change: '+12 ms' },
      // Less than what would be shown is no change.
      { name: 'first byte', before: '310 ms', after: '310 ms' },
      { name: 'first token', before: undefined, after: '400 ms' },
      { name: 'end', before: '2.0 s', after: '1.5 s', change: '−500 ms' },
      { name: 'events', before: '1,200', after: '1,204', change: '+4' },
    ])
  })

  it('leave out what neither of them reached', () => {
    const open = exchange({ outcome: 'open' })
    expect(runRows(open, open)).toEqual([
      { name: 'ended', before: 'open', after: 'open' },
      { name: 'events', before: '0', after: '0' },
    ])
  })
})

describe('two costs side by side', () => {
  const usage = (prompt_tokens: number, completion_tokens: number) => ({
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
  })
  const costing = (receipt: Exchange['receipt']) => exchange({ receipt })

  it('show tokens and money with what lies between them', () => {
    const before = costing({ usage: usage(10, 2000), cost: { usd: 0.0005, diem: 0 } })
    const after = costing({ usage: usage(10, 1500), cost: { usd: 0.0004, diem: 0.25 } })
    expect(costRows(before, after)).toEqual([
      { name: 'prompt tokens', before: '10', after: '10' },
      { name: 'completion tokens', before: '2,000', after: '1,500', change: '−500' },
      { name: 'cost, USD', before: '$0.0005', after: '$0.0004', change: '−$0.0001' },
      { name: 'cost, DIEM', before: '0', after: '0.25' },
    ])
    expect(costRows(after, before)[2]?.change).toBe('+$0.0001')
    expect(costRows(after, after)[2]).not.toHaveProperty('change')
  })

  it('show one side alone where only that one reports, and nothing where neither does', () => {
    expect(costRows(costing({}), costing({ cost: { usd: 0.5, diem: 0 } }))).toEqual([
      { name: 'cost, USD', before: undefined, after: '$0.50' },
      { name: 'cost, DIEM', before: undefined, after: '0' },
    ])
    expect(costRows(exchange(), exchange())).toEqual([])
  })
})

describe('the headers of two answers side by side', () => {
  it('show what differs or what one alone has, without what is new in every answer', () => {
    const before = exchange({
      headers: [
        ['Date', 'Thu, 01 Jan 1970 00:00:00 GMT'],
        ['CF-Ray', 'a'],
        ['x-vendor-timestamp', '1'],
        ['content-type', 'application/json'],
        ['x-powered-by', 'one'],
        ['x-gone', '1'],
      ],
    })
    const after = exchange({
      headers: [
        ['Date', 'Thu, 01 Jan 1970 00:00:09 GMT'],
        ['CF-Ray', 'b'],
        ['x-vendor-timestamp', '2'],
        ['Content-Type', 'application/json'],
        ['X-Powered-By', 'two'],
        ['x-new', '2'],
      ],
    })
    expect(headerRows(before, after)).toEqual([
      { name: 'x-powered-by', before: 'one', after: 'two' },
      { name: 'x-gone', before: '1', after: undefined },
      { name: 'x-new', before: undefined, after: '2' },
    ])
  })

  it('compare the headers of providers with different names as the same ones', () => {
    const acme = exchange({ providerName: 'acme', headers: [['x-acme-version', '1']] })
    const other = (version: string) =>
      exchange({ providerName: 'my-host', headers: [['X-My-Host-Version', version]] })
    expect(headerRows(acme, other('1'))).toEqual([])
    expect(headerRows(acme, other('2'))).toEqual([
      { name: 'x-vendor-version', before: '1', after: '2' },
    ])
  })
})
