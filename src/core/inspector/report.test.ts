import { describe, expect, it } from 'vitest'

import { headerSpec } from '../../../contract/headers/catalogue.ts'
import type { Exchange } from '../client/exchanges/exchange.ts'
import { shortenData } from './body/embedded-data.ts'
import { balanceMovement, costSentences } from './cost/cost-parts.ts'
import { headerReading, headersReport } from './headers.ts'

function exchange(given: Partial<Exchange> = {}): Exchange {
  return {
    id: 'a',
    startedAt: 0,
    providerName: 'vendor',
    background: false,
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:4310/api/v1/chat/completions',
      path: '/chat/completions',
      headers: [['Authorization', '<redacted 10 chars>']],
      bytes: 0,
    },
    outcome: 'done',
    timing: { end: 10 },
    status: 200,
    headers: [],
    events: [],
    eventCount: 0,
    receipt: {},
    ...given,
  }
}

describe('headersReport', () => {
  const names = (given: Partial<Exchange>) =>
    headersReport(exchange(given)).missing.map(({ name }) => name)

  it('explains headers under the provider’s name and lists strangers apart', () => {
    const report = headersReport(
      exchange({
        providerName: 'acme',
        headers: [
          ['x-acme-version', '20260708.013127'],
          ['x-ratelimit-limit-requests', '75'],
          ['x-powered-by', 'tests'],
        ],
      }),
    )
    expect(report.groups.map(({ group }) => group)).toEqual(['rate-limit', 'service'])
    expect(report.unexplained).toEqual([{ name: 'x-powered-by', value: 'tests' }])
    expect(report.missing.map(({ name }) => name)).toContain('x-acme-model-id')
    expect(report.missing.map(({ name }) => name)).not.toContain('x-acme-version')
  })

  it('misses only what the contract names for the operation', () => {
    const chat = names({})
    expect(chat).toContain('x-vendor-balance-usd')
    expect(chat).not.toContain('X-Balance-Remaining')
    expect(chat).not.toContain('x-vendor-is-blurred')
    expect(chat).not.toContain('PAYMENT-REQUIRED')
    expect(names({ status: 402 })).toContain('PAYMENT-REQUIRED')
    const { request } = exchange()
    expect(names({ request: { ...request, path: '/image/edit' } })).toContain('x-vendor-is-blurred')
    const wallet = names({ request: { ...request, headers: [['Sign-In-With-X', '<redacted>']] } })
    expect(wallet).toContain('X-Balance-Remaining')
    expect(wallet).not.toContain('x-vendor-balance-usd')
  })
})

describe('headerReading', () => {
  const read = (name: string, value: string, nowMs = 0) => {
    const spec = headerSpec(name)
    return spec && headerReading(spec, value, { arrivedMs: 0, nowMs })
  }

  it('counts resets down to zero', () => {
    expect(read('x-ratelimit-reset-tokens', '60', 18_000)?.words).toMatch(/^in 42 s, at /)
    expect(read('x-ratelimit-reset-tokens', '60', 61_000)?.words).toMatch(/^passed at /)
  })

  it('decodes a prompt that was rewritten, and repeats no plain one', () => {
    expect(read('x-vendor-enhanced-prompt', 'a%20caf%C3%A9')).toEqual({ words: 'a café' })
    expect(read('x-vendor-enhanced-prompt', 'cat')).toEqual({})
  })

  it('compares clocks and names money', () => {
    const arrived = new Date(8000).toUTCString()
    expect(read('date', arrived)?.words).toBe('8.0 s ahead of your clock')
    expect(read('x-ratelimit-limit-requests', '75')).toEqual({})
    expect(read('x-vendor-balance-usd', '9.990000')?.words).toBe('$9.99')
    expect(read('x-vendor-balance-diem', '100.02')?.words).toBe('100.02 DIEM')
    expect(read('x-vendor-version', '20260708.013127')?.words).toBe('2026-07-08 01:31 UTC')
    expect(read('x-retry-count', 'many')).toEqual({ unreadable: true })
  })
})

describe('shortenData', () => {
  it('shortens files and keeps the whole for copying', () => {
    const body = { image: 'A'.repeat(4000), prompt: 'B'.repeat(4000), list: [{ n: 1 }] }
    const short = shortenData(body)
    expect(short).toMatchObject({ image: `${'A'.repeat(24)}… (3 kB)`, prompt: body.prompt })
    expect(JSON.stringify(short)).toBe(JSON.stringify(body))
    expect(Object.keys(short as object)).toEqual(['image', 'prompt', 'list'])
  })

  it('gives back what holds no files', () => {
    const body = { a: [1, { b: 'c' }] }
    expect(shortenData(body)).toBe(body)
  })
})

describe('balanceMovement', () => {
  const key = (id: string, startedAt: number, usd: string, end?: number) =>
    exchange({
      id,
      startedAt,
      timing: end === undefined ? {} : { end },
      headers: [['x-vendor-balance-usd', usd]],
    })
  const wallet = (id: string, startedAt: number, usd: string) =>
    exchange({ id, startedAt, headers: [['X-Balance-Remaining', usd]] })

  it('compares a key’s balance with the next request’s', () => {
    const first = key('a', 0, '10', 10)
    expect(balanceMovement(first, [first, key('b', 20, '9.9995', 5)])).toBe(500)
    expect(balanceMovement(first, [first])).toBeUndefined()
  })

  it('compares a wallet’s balance with the last request’s', () => {
    const second = wallet('b', 20, '4.5')
    expect(balanceMovement(second, [wallet('a', 0, '5'), second])).toBe(500_000)
    expect(balanceMovement(second, [second])).toBeUndefined()
  })

  it('compares what a wallet’s stream began with to the next one’s', () => {
    const stream = (id: string, startedAt: number, usd: string, end?: number) =>
      exchange({
        id,
        startedAt,
        timing: end === undefined ? {} : { end },
        headers: [
          ['X-Balance-Remaining', usd],
          ['Content-Type', 'text/event-stream'],
        ],
      })
    const first = stream('a', 0, '5', 10)
    expect(balanceMovement(first, [first, stream('b', 20, '4.5')])).toBe(500_000)
    expect(balanceMovement(first, [first, wallet('b', 20, '4.5')])).toBeUndefined()
  })

  it('says nothing when requests overlapped', () => {
    const first = key('a', 0, '10', 30)
    expect(balanceMovement(first, [first, key('b', 20, '9', 5)])).toBeUndefined()
    const open = key('a', 0, '10')
    expect(balanceMovement(open, [open, key('b', 20, '9', 5)])).toBeUndefined()
  })
})

describe('costSentences', () => {
  const headers = [['x-vendor-balance-usd', '10']] as const
  const receipt = { cost: { usd: 0.0005, diem: 0 } }

  it('says what is left and whether the balance agrees', () => {
    expect(costSentences(exchange({ headers, receipt }), 500)).toEqual([
      '$10.00 before the request, minus the reported $0.0005, leaves $9.9995.',
      'The balance went down by $0.0005, as reported.',
    ])
    expect(costSentences(exchange({ headers, receipt }), 700)[1]).toContain(
      'went down by $0.0007, but the reported cost was $0.0005',
    )
    expect(costSentences(exchange({ headers, receipt }), -5_000_000)[1]).toContain('up by $5.00')
  })

  it('says plainly what is not reported', () => {
    expect(costSentences(exchange(), undefined)).toEqual([
      'No cost reported in the response.',
      'No balance in the visible headers.',
    ])
  })

  it('says that a negative cost is not counted', () => {
    const refund = exchange({ receipt: { cost: { usd: -4, diem: 0 } } })
    expect(costSentences(refund, undefined)[0]).toBe(
      'The reported cost of −$4.00 is no charge. Spend limits count the max cost instead.',
    )
  })
})
