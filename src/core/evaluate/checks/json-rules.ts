import { isJsonObject, readJson, type JsonValue } from '../../../../contract/json.ts'
import type { StructuredVerdict } from '../../chat/responses/validate-structured.ts'
import type { CellResponse } from '../board.ts'
import type { RuleOf } from './check.ts'
import { type CheckSubject, type Finding, expectedBy, failed, NO_EXPECTED } from './finding.ts'
import { passed, quote, undecided } from './finding.ts'
import { readJsonPath, valueAt } from './json-path.ts'

/** Faults that a reason names; the rest are counted. */
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
