import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { JsonObject, JsonValue } from '../../../../contract/json.ts'
import { anyCharacter } from '../../../../service/testing/fuzz/arbitraries.ts'
import { validateStructured } from '../../chat/responses/validate-structured.ts'
import { describeCheck } from './check-kinds.ts'
import type { CheckWorld } from './check-world.ts'
import { type CheckRule, findPattern } from './check.ts'
import { runChecks } from './outcomes.ts'

const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.json(),
  fc.constantFrom(
    '',
    '\uD800',
    '__proto__',
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    '['.repeat(20_000) + ']'.repeat(20_000),
    '{"pass":true}',
    '<img src=x onerror=alert(1)>',
  ),
)
const value = fc.option(text, { nil: '' })
const json = fc.jsonValue() as fc.Arbitrary<JsonValue>
const object = fc.dictionary(text, json) as fc.Arbitrary<JsonObject>
const path = fc.oneof(
  text,
  fc.constantFrom('$.__proto__.polluted', '$["constructor"].prototype', '$[0]'),
  fc.array(text).map((names) => `$${names.map((name) => `[${JSON.stringify(name)}]`).join('')}`),
)
const rule: fc.Arbitrary<CheckRule> = fc.oneof(
  fc.record({ type: fc.constantFrom('contains', 'not-contains', 'equals'), value }),
  // What patterns do without end is ended by their worker.
  fc.record({
    type: fc.constant('regex'),
    value: fc.constantFrom('(', '[a-', '\\', '(?<a>a)'),
    flags: text,
  }),
  fc.record({ type: fc.constant('json-schema'), schema: object }),
  fc.record({ type: fc.constant('json-path'), path, value: json }),
  fc.record({ type: fc.constant('tool-called'), name: text, arguments: object }),
  fc.record({
    type: fc.constantFrom('max-cost', 'time-to-first-token'),
    value: fc.maxSafeInteger(),
  }),
  fc.record({ type: fc.constant('length'), min: fc.maxSafeInteger(), max: fc.maxSafeInteger() }),
  fc.record({ type: fc.constant('code'), code: text }),
  fc.record({ type: fc.constant('judge'), model: text, criteria: text, votes: fc.double() }),
) as fc.Arbitrary<CheckRule>

test('behavior: whatever a board, a case and a model write, each check has an outcome', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(rule, { maxLength: 4 }),
      fc.record({ text, reply: text, name: text, expected: text, arguments: text }),
      async (rules, given) => {
        const world: CheckWorld = {
          findPattern: (job) => Promise.resolve(findPattern(job)),
          validateJson: (response, schema) =>
            Promise.resolve(
              validateStructured(response, { type: 'json_schema', json_schema: { schema } }),
            ),
          runCode: () => Promise.resolve({ ok: true, text: given.reply }),
          judge: () => Promise.resolve({ ok: true, text: given.reply }),
          uuid: () => 'nonce',
        }
        const outcomes = await runChecks(
          rules.map((one, at) => ({ ...one, id: String(at) })),
          {
            case: { id: 'c', variables: { [given.name]: given.text }, expected: given.expected },
            response: {
              text: given.text,
              toolCalls: [{ name: given.name, arguments: given.arguments }],
            },
          },
          world,
        )
        expect(outcomes.map(({ checkId }) => checkId)).toEqual(rules.map((_, at) => String(at)))
        for (const { result, reason = '' } of outcomes) {
          expect(['passed', 'failed', 'undecided']).toContain(result)
          expect(result === 'passed' || reason !== '').toBe(true)
          expect(reason.length).toBeLessThan(700)
        }
        for (const one of rules) expect(describeCheck(one)).toMatch(/^.{1,200}$/su)
        expect(Reflect.get({}, 'polluted')).toBeUndefined()
      },
    ),
    { numRuns: 200 },
  )
})
