import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readStreamError } from './read-stream-error.ts'

describe('readStreamError', () => {
  it('reads the published in-stream errors', () => {
    const overloaded = {
      error: {
        message: 'Busy',
        type: 'server_error',
        code: 'model_overloaded',
        param: null,
        retry_after: 30,
      },
    }
    expect(readStreamError(overloaded, 1_000, 'ray')).toEqual({
      kind: 'at_capacity',
      status: 200,
      code: 'model_overloaded',
      message: 'Busy',
      requestId: 'ray',
      retryAtMs: 31_000,
      body: overloaded,
    })
    const kindOf = (error: unknown) => readStreamError({ error }, 0)?.kind
    expect(kindOf({ message: 'x', type: 'api_error', code: 'upstream_error' })).toBe('bad_gateway')
    expect(kindOf({ message: 'x', type: 'content_filter_error' })).toBe('unprocessable')
    expect(kindOf({ message: 'x', code: 'content_blocked_by_provider' })).toBe('unprocessable')
    expect(kindOf('Something broke')).toBe('inference_failed')
  })

  it('ignores events without an error', () => {
    for (const event of [{ choices: [] }, { error: null }, null, [], 'error']) {
      expect(readStreamError(event, 0)).toBeUndefined()
    }
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (error) => {
        const read = readStreamError({ error }, 0)
        expect(read === undefined).toBe([null, false, ''].includes(error as null))
      }),
    )
  })
})
