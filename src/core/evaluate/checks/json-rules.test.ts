import { describe, expect, test } from 'vitest'

import type { JsonObject, JsonValue } from '../../../../contract/json.ts'
import { checkJsonPath, checkToolCalled, findingOfSchema, readJsonPath, valueAt } from './rules.ts'

describe('a JSON path', () => {
  test.each<[string, (string | number)[] | undefined]>([
    ['$', []],
    [' $.a.b[0]["c d"] ', ['a', 'b', 0, 'c d']],
    ["$['it\\'s'][\"\\u0041\"][-1]", ["it's", 'A', -1]],
    ['$[\'say "hi"\']', ['say "hi"']],
    ['$.größe.$ref.x-y', ['größe', '$ref', 'x-y']],
    ['a.b', undefined],
    ['$..a', undefined],
    ['$.*', undefined],
    ['$[?(@.a)]', undefined],
    ['$[0', undefined],
    ['$["\\x"]', undefined],
    ['$.', undefined],
    ['', undefined],
  ])('%j is read as %j', (text, path) => expect(readJsonPath(text)).toEqual(path))

  test('reads what the JSON has, and nothing that objects inherit', () => {
    const json = JSON.parse('{"a":{"b":[1,{"c d":null}]},"__proto__":{"x":1}}') as JsonObject
    const at = (path: string) => valueAt(json, readJsonPath(path) ?? ['no path'])
    expect(at('$.a.b[1]["c d"]')).toBeNull()
    expect(at('$.a.b[-2]')).toBe(1)
    expect(at('$.__proto__.x')).toBe(1)
    for (const path of ['$.constructor', '$.a.__proto__', '$.toString', '$.a.b.length', '$.a[0]'])
      expect(at(path)).toBeUndefined()
  })
})

describe('the value at a path', () => {
  const check = (text: string, path: string, value?: JsonValue, expected?: string) =>
    checkJsonPath(
      {
        case: { id: 'c', variables: {}, ...(expected === undefined ? {} : { expected }) },
        response: { text, toolCalls: [] },
      },
      { type: 'json-path', path, ...(value === undefined ? {} : { value }) },
    )

  test('equals a value of any kind', () => {
    expect(check('{"a":[1,{"b":2,"c":3}]}', '$.a[1]', { c: 3, b: 2 }).result).toBe('passed')
    expect(check('{"a":[1,2]}', '$.a', [1]).result).toBe('failed')
    expect(check('{"a":{"b":1,"c":2}}', '$.a', { b: 1 }).result).toBe('failed')
    expect(check('{"a":null}', '$.a', null).result).toBe('passed')
    expect(check('{"a":"1"}', '$.a', 1).result).toBe('failed')
  })

  test('equals the expected text of the case, as text or as JSON', () => {
    expect(check('{"a":42}', '$.a', undefined, '42').result).toBe('passed')
    expect(check('{"a":"42"}', '$.a', undefined, '42').result).toBe('passed')
    expect(check('{"a":"Paris"}', '$.a', undefined, 'Paris').result).toBe('passed')
    expect(check('{"a":42}', '$.a').result).toBe('undecided')
  })

  test('a reason has the path and both values', () => {
    expect(check('{"a":1}', '$.a', 2).reason).toBe('Expected “2” at $.a, received “1”.')
    expect(check('{"a":1}', '$.b', 2).reason).toBe('$.b not found in the response.')
    expect(check('Hello', '$.b', 2)).toEqual({
      result: 'failed',
      reason: 'Expected JSON, received “Hello”.',
    })
    expect(check('{}', 'b', 2)).toMatchObject({ result: 'undecided' })
  })

  test('JSON that is nested without end fails and throws nothing', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    expect(check(deep, '$[0]', 1).result).toBe('failed')
  })
})

describe('a tool call', () => {
  const call = (name: string, args: string) => ({ name, arguments: args })
  const check = (
    calls: { name: string; arguments: string }[],
    args?: JsonObject,
    name = 'weather',
  ) =>
    checkToolCalled(
      { text: '', toolCalls: calls },
      { type: 'tool-called', name, ...(args && { arguments: args }) },
    )

  test('has the given arguments, and may have others', () => {
    const calls = [call('other', '{}'), call('weather', '{"city":"Paris","unit":{"of":"C","x":1}}')]
    expect(check(calls).result).toBe('passed')
    expect(check(calls, { city: 'Paris' }).result).toBe('passed')
    expect(check(calls, { unit: { of: 'C' } }).result).toBe('passed')
    expect(check(calls, { city: 'Lyon' }).result).toBe('failed')
    expect(check(calls, {}, '').result).toBe('undecided')
  })

  test('arguments of an object itself count, not what it inherits', () => {
    const wanted = JSON.parse('{"__proto__":{"x":1}}') as JsonObject
    expect(check([call('weather', '{}')], { constructor: {} }).result).toBe('failed')
    expect(check([call('weather', '{}')], wanted).result).toBe('failed')
    expect(check([call('weather', '{"__proto__":{"x":1}}')], wanted).result).toBe('passed')
  })

  test('a reason has what was called instead', () => {
    expect(check([]).reason).toBe('Expected a call of weather, received no tool calls.')
    expect(check([call('a', ''), call('b', '')]).reason).toBe(
      'Expected a call of weather, received calls of “a, b”.',
    )
    expect(check([call('weather', '{broken')], { city: 'Paris' }).reason).toBe(
      'Expected weather with “{"city":"Paris"}”, received “{broken”.',
    )
  })
})

test('a verdict of the schema validator has its first faults as reason', () => {
  const fault = { path: '/a', message: 'Not a number.' }
  expect(findingOfSchema({ kind: 'matches' }, '')).toEqual({ result: 'passed' })
  expect(
    findingOfSchema({ kind: 'faults', faults: [fault, { ...fault, path: '' }], count: 9 }, ''),
  ).toEqual({ result: 'failed', reason: '/a: Not a number. root: Not a number. (7 more)' })
  expect(findingOfSchema({ kind: 'not-json' }, 'Hi').reason).toBe('Expected JSON, received “Hi”.')
  expect(findingOfSchema({ kind: 'unusable-schema', message: 'x' }, '').result).toBe('undecided')
  expect(findingOfSchema({ kind: 'unchecked', message: 'It timed out.' }, '').result).toBe(
    'undecided',
  )
})
