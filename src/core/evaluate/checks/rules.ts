import { isJsonObject, type JsonValue, readJson } from '../../../../contract/json.ts'
import type { StructuredVerdict } from '../../chat/responses/validate-structured.ts'
import { formatMicroUsd } from '../../format/money.ts'
import { formatDuration, formatNumber } from '../../format/units.ts'
import type { CellResponse } from '../board.ts'
import {
  type CheckSubject,
  type CheckWorld,
  expectedBy,
  failed,
  type Finding,
  NO_EXPECTED,
  passed,
  quote,
  undecided,
} from './check-world.ts'
import type { RuleOf } from './check.ts'

/** Whether a text contains another, or does not. Accents are compared as they look, however they are encoded. */
export function checkContains(
  text: string,
  expected: string,
  rule: RuleOf<'contains' | 'not-contains'>,
): Finding {
  const at = folded(text, rule).indexOf(folded(expected, rule))
  if (rule.type === 'contains')
    return at === -1
      ? failed(`Expected to contain ${quote(expected)}, received ${quote(text)}.`)
      : passed
  return at === -1
    ? passed
    : failed(`Expected not to contain ${quote(expected)}, received ${quote(text, at)}.`)
}

/** Whether a text equals another. Accents are compared as they look, however they are encoded. */
export function checkEquals(text: string, expected: string, rule: RuleOf<'equals'>): Finding {
  const [received, wanted] = [text, expected].map((side) => {
    const normal = side.normalize('NFC')
    return rule.trim === true ? normal.trim() : normal
  }) as [string, string]
  const at = firstDifference(folded(received, rule), folded(wanted, rule))
  return at === undefined
    ? passed
    : failed(`Expected ${quote(wanted, at)}, received ${quote(received, at)}.`)
}

/** Whether a pattern is found in a text. */
export async function checkPattern(
  text: string,
  pattern: string,
  { flags = '' }: RuleOf<'regex'>,
  world: CheckWorld,
): Promise<Finding> {
  const result = await world.findPattern({ text, pattern, flags })
  if (!result.ok) return undecided(result.message)
  return result.found
    ? passed
    : failed(`Expected to match ${quote(pattern)}, received ${quote(text)}.`)
}

/** Whether the number of characters is within limits; an emoji of one code point is one character. */
export function checkLength(text: string, { min, max }: RuleOf<'length'>): Finding {
  if (min === undefined && max === undefined) return undecided('No minimum and no maximum length.')
  let length = 0
  for (const _ of text) length += 1
  const received = `received ${count(length)}`
  if (min !== undefined && length < min)
    return failed(`Expected at least ${count(min)}, ${received}.`)
  if (max !== undefined && length > max)
    return failed(`Expected at most ${count(max)}, ${received}.`)
  return passed
}

function count(characters: number): string {
  return `${formatNumber(characters)} ${characters === 1 ? 'character' : 'characters'}`
}

function folded(text: string, { ignoreCase }: { ignoreCase?: boolean }): string {
  const normal = text.normalize('NFC')
  return ignoreCase === true ? normal.toLowerCase() : normal
}

function firstDifference(one: string, other: string): number | undefined {
  if (one === other) return undefined
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return at
}

/** Whether a response cost at most so much, micro-USD. */
export function checkMaxCost({ cost }: CellResponse, limit: number): Finding {
  if (cost === undefined)
    return undecided('Unknown cost: neither the response nor the prices of the model have it.')
  return cost <= limit
    ? passed
    : failed(`Expected at most ${formatMicroUsd(limit)}, received ${formatMicroUsd(cost)}.`)
}

/** Whether the first token came within a time, ms. */
export function checkTimeToFirstToken({ timeToFirstToken }: CellResponse, limit: number): Finding {
  if (timeToFirstToken === undefined)
    return undecided('Unknown time to first token: the response was not streamed.')
  return timeToFirstToken <= limit
    ? passed
    : failed(
        `Expected the first token within ${formatDuration(limit)}, received it after ${formatDuration(timeToFirstToken)}.`,
      )
}

/** Runs the body of a function of `response`, `expected` and `variables` that returns true, or a reason. */
export async function checkCode(
  code: string,
  { case: { expected, variables }, response }: CheckSubject,
  world: CheckWorld,
): Promise<Finding> {
  const args = { response: response.text, variables: { ...variables } }
  const outcome = await world.runCode(
    `const { response, expected, variables } = args; ${code}`,
    expected === undefined ? args : { ...args, expected },
  )
  if (!outcome.ok) return undecided(outcome.message)
  if (outcome.text === 'true') return passed
  const reason = readJson(outcome.text)
  return failed(`The code returned ${quote(typeof reason === 'string' ? reason : outcome.text)}.`)
}

const NAMED = 3

const NO_JSON = 'Expected JSON, received'

/** What a validation by a schema means for a check. */
export function findingOfSchema(verdict: StructuredVerdict, text: string): Finding {
  switch (verdict.kind) {
    case 'matches':
    case 'json':
      return passed
    case 'not-json':
      return failed(`${NO_JSON} ${quote(text)}.`)
    case 'faults': {
      const named = verdict.faults
        .slice(0, NAMED)
        .map(({ path, message }) => `${path || 'root'}: ${message}`)
      const more = verdict.count - named.length
      return failed(named.join(' ') + (more > 0 ? ` (${more} more)` : ''))
    }
    case 'unusable-schema':
      return undecided(`Invalid schema: ${verdict.message}`)
    case 'unchecked':
      return undecided(verdict.message)
  }
}

/**
 * Whether a response that is JSON has a value at a path. The expected value of a case is a text: it is
 * compared with texts as it is, and with other values as JSON.
 */
export function checkJsonPath(
  { case: asked, response }: CheckSubject,
  rule: RuleOf<'json-path'>,
): Finding {
  const path = readJsonPath(rule.path)
  if (path === undefined)
    return undecided(`Invalid path ${quote(rule.path)}. Use names and indexes: $.items[0].name`)
  const text = expectedBy(undefined, asked)
  const wanted = rule.value === undefined ? [text, readJson(text ?? '')] : [rule.value]
  const [expected] = wanted
  if (expected === undefined) return undecided(NO_EXPECTED)
  const json = readJson(response.text)
  if (json === undefined) return failed(`${NO_JSON} ${quote(response.text)}.`)
  const received = valueAt(json, path)
  if (received === undefined) return failed(`${rule.path} not found in the response.`)
  return wanted.some((value) => value !== undefined && includes(received, value, false))
    ? passed
    : failed(`Expected ${inWords(expected)} at ${rule.path}, received ${inWords(received)}.`)
}

/** Whether a tool was called, with at least the given arguments. */
export function checkToolCalled({ toolCalls }: CellResponse, rule: RuleOf<'tool-called'>): Finding {
  const calls = toolCalls.filter(({ name }) => name === rule.name)
  if (rule.name === '') return undecided('No tool name.')
  if (calls.length === 0) {
    const names = [...new Set(toolCalls.map(({ name }) => name))].join(', ')
    return failed(
      `Expected a call of ${rule.name}, received ${names === '' ? 'no tool calls' : `calls of ${quote(names)}`}.`,
    )
  }
  const wanted = rule.arguments
  if (wanted === undefined) return passed
  if (calls.some((call) => includes(readJson(call.arguments), wanted, true))) return passed
  const received = calls.map((call) => quote(call.arguments)).slice(0, NAMED)
  return failed(
    `Expected ${rule.name} with ${inWords(wanted)}, received ${received.join(', ')}${calls.length > NAMED ? ', …' : ''}.`,
  )
}

/** Whether two values are equal; with `more`, objects of the first may have more members than those of the second. */
function includes(
  value: JsonValue | undefined,
  wanted: JsonValue | undefined,
  more: boolean,
): boolean {
  if (Array.isArray(wanted))
    return (
      Array.isArray(value) &&
      value.length === wanted.length &&
      wanted.every((item, at) => includes(value[at], item, more))
    )
  if (!isJsonObject(wanted)) return value === wanted
  return (
    isJsonObject(value) &&
    (more || Object.keys(value).length === Object.keys(wanted).length) &&
    Object.keys(wanted).every(
      (key) => Object.hasOwn(value, key) && includes(value[key], wanted[key], more),
    )
  )
}

function inWords(value: JsonValue): string {
  return quote(typeof value === 'string' ? value : JSON.stringify(value))
}

/** The members on the way to a value: a name of an object, or an index of a list (negative: from its end). */
export type JsonPath = readonly (string | number)[]

const STEP =
  /\.([\p{L}_$][\p{L}\p{N}_$-]*)|\[(-?\d{1,9})\]|\[("(?:[^"\\]|\\.)*")\]|\[('(?:[^'\\]|\\.)*')\]/uy

/**
 * Reads the part of JSON path that names a single value: `$.a.b[0]["c d"]`. Undefined for what is not
 * such a path, so also for wildcards and filters.
 */
export function readJsonPath(text: string): JsonPath | undefined {
  const source = text.trim()
  if (!source.startsWith('$')) return undefined
  const steps: (string | number)[] = []
  for (let at = 1; at < source.length;) {
    STEP.lastIndex = at
    const match = STEP.exec(source)
    if (match === null) return undefined
    const [whole, name, index, double, single] = match
    const step =
      name ?? (index === undefined ? nameIn(double ?? requote(single ?? '')) : Number(index))
    if (step === undefined) return undefined
    steps.push(step)
    at += whole.length
  }
  return steps
}

/** The value at a path; undefined where there is none. Only what the JSON itself has counts. */
export function valueAt(value: JsonValue, path: JsonPath): JsonValue | undefined {
  let current: JsonValue | undefined = value
  for (const step of path) {
    if (Array.isArray(current) && typeof step === 'number') current = current.at(step)
    else if (isJsonObject(current) && typeof step === 'string' && Object.hasOwn(current, step))
      current = current[step]
    else return undefined
  }
  return current
}

function nameIn(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted) as string
  } catch {
    return undefined
  }
}

function requote(single: string): string {
  const inner = single.slice(1, -1).replaceAll(/\\'|"/g, (found) => (found === '"' ? '\\"' : "'"))
  return `"${inner}"`
}
