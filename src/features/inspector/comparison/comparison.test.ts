import { isDeepStrictEqual } from 'node:util'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { jsonDifferences } from '../../../../contract/json-differences.ts'
import type { JsonValue } from '../../../../contract/json.ts'

const json = fc
  .jsonValue({ maxDepth: 3 })
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonValue)

describe('jsonDifferences', () => {
  it('finds none in a value and its copy', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(jsonDifferences(value, structuredClone(value))).toEqual([])
      }),
    )
  })

  it('finds one wherever the texts differ', () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        expect(jsonDifferences(before, after).length > 0).toBe(!isDeepStrictEqual(before, after))
      }),
    )
  })

  it('names the innermost places', () => {
    expect(
      jsonDifferences(
        { model: 'a', messages: [{ role: 'user', content: 'Hi' }], top_p: 1 },
        { model: 'a', messages: [{ role: 'user', content: 'Ho' }, 'x'], 'odd name': 1 },
      ),
    ).toEqual([
      { path: 'messages[0].content', before: 'Hi', after: 'Ho' },
      { path: 'messages[1]', before: undefined, after: 'x' },
      { path: 'top_p', before: 1, after: undefined },
      { path: '["odd name"]', before: undefined, after: 1 },
    ])
  })
})
