import { spawnSync } from 'node:child_process'
import { runInNewContext } from 'node:vm'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { JsonValue } from '../../../../contract/json.ts'
import { anyCharacter } from '../../../../service/testing/fuzz/arbitraries.ts'
import {
  javascriptStyle,
  jsonStyle,
  type LiteralStyle,
  pythonStyle,
  quotedText,
  writeLiteral,
} from './literal.ts'

const json = jsonStyle(
  (quoted) => quoted,
  () => '',
)
const write = (value: JsonValue, style: LiteralStyle) => writeLiteral(value, style, new Map())
const anyJson = fc.jsonValue({ stringUnit: anyCharacter, maxDepth: 4 }) as fc.Arbitrary<JsonValue>
const hostile: JsonValue = {
  ...(JSON.parse('{"__proto__":{"polluted":true}}') as object),
  constructor: 'x',
  'a"b': "it's",
  text: '\\ $HOME `id` \u202e\u2028\u0000\ud800 👩‍👩‍👧 "',
  numbers: [0, -1, 0.1, 1e21, 1e-7, 12345678901234567000],
  empty: [{}, [], ''],
}

describe('writeLiteral', () => {
  it('writes JSON that parses to the same value', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(JSON.parse(write(value, json))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
    expect(JSON.parse(write(hostile, json))).toEqual(hostile)
  })

  it('writes JavaScript that evaluates to the same JSON text', () => {
    const evaluated = (value: JsonValue): unknown =>
      runInNewContext(`JSON.stringify(${write(value, javascriptStyle)})`)
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(evaluated(value)).toBe(JSON.stringify(value))
      }),
    )
    expect(evaluated(hostile)).toBe(JSON.stringify(hostile))
  })

  it('writes a member named __proto__ as a member', () => {
    expect(write(JSON.parse('{"__proto__":1}'), javascriptStyle)).toBe('{ ["__proto__"]: 1 }')
  })

  it('writes Python constants and quotes keys', () => {
    expect(write({ a: [true, false, null], if: 'x' }, pythonStyle)).toBe(
      '{"a": [True, False, None], "if": "x"}',
    )
  })

  it('shows characters that hide or reorder text', () => {
    expect(quotedText('a\u202eb\u200b\u2066')).toBe(String.raw`"a\u202eb\u200b\u2066"`)
    expect(quotedText('família 👩‍👧')).toBe('"família 👩‍👧"')
  })

  it('breaks lines only where a value does not fit', () => {
    const content = 'x'.repeat(70)
    expect(
      write({ messages: [{ role: 'user', content }], stop: ['a', 'b'] }, javascriptStyle),
    ).toBe(
      [
        '{',
        '  messages: [',
        '    {',
        '      role: "user",',
        `      content: "${content}",`,
        '    },',
        '  ],',
        '  stop: ["a", "b"],',
        '}',
      ].join('\n'),
    )
  })

  it('leaves out members that are undefined, as JSON does', () => {
    expect(write({ a: undefined, b: 1 }, javascriptStyle)).toBe('{ b: 1 }')
  })
})

const python = spawnSync('python3', ['--version']).status === 0

describe.skipIf(!python)('Python literals (skipped where there is no python3)', () => {
  it('evaluate to the same value', () => {
    const values = [
      hostile,
      ...fc.sample(fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 4 }), {
        seed: 7,
        numRuns: 200,
      }),
    ] as JsonValue[]
    const run = spawnSync(
      'python3',
      [
        '-c',
        'import ast,json,sys\nprint(json.dumps([ast.literal_eval(t) for t in json.load(sys.stdin)]))',
      ],
      { input: JSON.stringify(values.map((value) => write(value, pythonStyle))), encoding: 'utf8' },
    )
    expect(run.stderr).toBe('')
    expect(JSON.parse(run.stdout)).toEqual(JSON.parse(JSON.stringify(values)))
  })
})
