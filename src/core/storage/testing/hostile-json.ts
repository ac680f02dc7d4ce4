import fc from 'fast-check'

import type { JsonValue } from '../../../../contract/json.ts'

type Path = readonly (string | number)[]

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [path, ...members.flatMap(([key, member]) => pathsOf(member, [...path, key]))]
}

function replaced(value: unknown, [key, ...rest]: Path, by: JsonValue): unknown {
  if (key === undefined) return by
  if (Array.isArray(value))
    return value.map((member: unknown, at) => (at === key ? replaced(member, rest, by) : member))
  if (typeof value !== 'object' || value === null) return value
  return { ...value, [key]: replaced(Reflect.get(value, key), rest, by) }
}

const values: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(
    'written',
    'answer',
    'edited',
    '__proto__',
    '',
    ' ',
    -1,
    0.5,
    1e300,
    8.7e15,
    2 ** 53,
    null,
    [],
    {},
    [[[]]],
    '\u{d800}',
    'javascript:alert(1)',
  ),
  fc.jsonValue({ maxDepth: 2 }).map((value): JsonValue => JSON.parse(JSON.stringify(value))),
)

/** A JSON value in which up to three values are not what they should be, for tests. */
export function hostileVersions(whole: object): fc.Arbitrary<unknown> {
  const replacement = fc.tuple(fc.constantFrom(...pathsOf(whole)), values)
  return fc
    .array(replacement, { maxLength: 3 })
    .map((changes) => changes.reduce<unknown>((now, [path, by]) => replaced(now, path, by), whole))
}
