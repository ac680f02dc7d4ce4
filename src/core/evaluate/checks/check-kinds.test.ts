import { describe, expect, test } from 'vitest'

import { checkKinds, describeCheck, newRule } from './check-kinds.ts'
import type { CheckRule, CheckType } from './check.ts'

const types = Object.keys(checkKinds) as CheckType[]

describe('a new check', () => {
  test.each(types)('%s is of its type and can be described', (type) => {
    const rule = newRule(type)
    expect(rule.type).toBe(type)
    expect(describeCheck(rule)).not.toMatch(/undefined|NaN/)
  })

  test('keeps the text that the one before compared with', () => {
    expect(newRule('regex', { type: 'contains', value: 'Paris', ignoreCase: true })).toEqual({
      type: 'regex',
      value: 'Paris',
    })
    expect(newRule('contains', { type: 'max-cost', value: 5 })).toEqual({ type: 'contains' })
  })
})

test.each<[CheckRule, string]>([
  [{ type: 'contains', value: 'Paris' }, 'Contains “Paris”'],
  [{ type: 'equals' }, 'Equals the expected value'],
  [{ type: 'regex', value: '^a', flags: 'i' }, 'Matches /^a/i'],
  [{ type: 'json-path', path: '$.a', value: 42 }, '$.a equals “42”'],
  [{ type: 'tool-called', name: 'weather' }, 'Calls weather'],
  [{ type: 'max-cost', value: 1200 }, 'Max cost $0.0012'],
  [{ type: 'time-to-first-token', value: 800 }, 'First token within 800 ms'],
  [{ type: 'length', min: 10, max: 2000 }, 'Length at least 10, at most 2,000'],
  [{ type: 'judge', model: 'm', criteria: 'Polite.', votes: 3 }, 'Judge: “Polite.”, 3 votes'],
])('%j is described as %s', (rule, words) => expect(describeCheck(rule)).toBe(words))
