import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { isApiPath } from '../../../contract/api-path.ts'
import type { ApiOperation } from '../client/queries/openapi.ts'
import { operationAt, readPath, unfilledNames, writePath } from './draft.ts'

const operation = (path: string): ApiOperation => ({
  key: `GET ${path}`,
  method: 'GET',
  path,
  tag: 'Models',
  summary: '',
  deprecated: false,
  parameters: [],
  bodyRequired: false,
  responses: [],
  answerTypes: [],
})

describe('a written path', () => {
  it('is read by its template, with what is unset absent', () => {
    expect(readPath('/x402/balance/{wallet}', '/x402/balance/{wallet}?limit=5')).toEqual({
      inPath: {},
      inQuery: { limit: ['5'] },
    })
    expect(readPath('/x402/balance/{wallet}', '/x402/balance/0xa%2Fb')).toEqual({
      inPath: { wallet: '0xa/b' },
      inQuery: {},
    })
    expect(readPath('/models', '/models/traits')).toBeUndefined()
  })

  it('belongs to the operation that names it, before one with a parameter', () => {
    const both = [operation('/models/{id}'), operation('/models/traits')]
    expect(operationAt(both, 'GET', '/models/traits')?.path).toBe('/models/traits')
    expect(operationAt(both, 'GET', '/models/other?x=1')?.path).toBe('/models/{id}')
    expect(operationAt(both, 'POST', '/models/traits')).toBeUndefined()
  })

  it('says which names are not filled in', () => {
    expect(unfilledNames('/a/{one}/b/{two}?x={three}')).toEqual(['one', 'two'])
    expect(unfilledNames('/a/1')).toEqual([])
  })

  it('comes back as it was written, whatever the values hold', () => {
    const value = fc.string({ minLength: 1 }).filter((text) => text !== '{id}')
    fc.assert(
      fc.property(value, fc.array(fc.string()), (id, tags) => {
        fc.pre(!/^\.{1,2}$/.test(id))
        const reading = { inPath: { id }, inQuery: tags.length === 0 ? {} : { tag: tags } }
        const written = writePath('/characters/{id}/reviews', reading)
        expect(isApiPath(written)).toBe(true)
        expect(readPath('/characters/{id}/reviews', written)).toEqual(reading)
      }),
    )
  })
})
