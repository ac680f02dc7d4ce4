import { readJson, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import type { Case } from '../board.ts'
import type { CheckRule } from '../checks/check.ts'
import { readJsonPath } from '../checks/json-path.ts'
import { literal, promptfooValue } from './promptfoo-template.ts'

/** An assertion of promptfoo, or why a check has none. */
export type Assertion = { ok: true; assertion: JsonObject } | { ok: false; comment: string }

/** A check of a case as an assertion; `judge` is the provider of a model that judges. */
export function assertionOf(
  check: CheckRule,
  { expected, variables }: Pick<Case, 'expected' | 'variables'>,
  judge: (model: string) => JsonObject,
): Assertion {
  const value = 'value' in check && typeof check.value === 'string' ? check.value : expected
  switch (check.type) {
    case 'contains':
    case 'not-contains': {
      if (value === undefined) return without(check)
      const name = check.ignoreCase === true ? 'icontains' : 'contains'
      return as({ type: check.type === 'contains' ? name : `not-${name}`, value: text(value) })
    }
    case 'equals': {
      if (value === undefined) return without(check)
      const change = `${check.trim === true ? '.trim()' : ''}${check.ignoreCase === true ? '.toLowerCase()' : ''}`
      const wanted = JSON.stringify(value)
      return javascript(TEXT, `return text${change} === ${wanted}${change}`)
    }
    case 'regex': {
      if (value === undefined) return without(check)
      const pattern = [value, ...(check.flags === undefined ? [] : [check.flags])]
      return javascript(TEXT, `return new RegExp(...${JSON.stringify(pattern)}).test(text)`)
    }
    case 'json-schema':
      return as({ type: 'is-json', value: literals(check.schema) })
    case 'json-path': {
      const path = readJsonPath(check.path)
      const wanted =
        check.value === undefined ? [expected, readJson(expected ?? '')] : [check.value]
      if (path === undefined || wanted[0] === undefined) return without(check)
      const texts = wanted.map((one) => JSON.stringify(one))
      return javascript(
        'let found = typeof output === "string" ? JSON.parse(output) : output',
        `for (const step of ${JSON.stringify(path)})`,
        '  found = typeof step === "number" ? found?.at?.(step) : found?.[step]',
        `return ${JSON.stringify(texts)}.includes(JSON.stringify(found))`,
      )
    }
    case 'tool-called':
      return javascript(
        'const calls = Array.isArray(output) ? output : (output?.tool_calls ?? [])',
        `const wanted = Object.entries(${JSON.stringify(check.arguments ?? {})})`,
        'return calls.some(({ function: call }) => {',
        `  if (call?.name !== ${JSON.stringify(check.name)}) return false`,
        '  const given = JSON.parse(call.arguments || "{}")',
        '  return wanted.every(([name, value]) => JSON.stringify(given[name]) === JSON.stringify(value))',
        '})',
      )
    case 'length': {
      const { min = 0, max = Number.MAX_SAFE_INTEGER } = check
      return javascript(TEXT, `return [...text].length >= ${min} && [...text].length <= ${max}`)
    }
    case 'code':
      return javascript(
        TEXT,
        'const check = async (response, expected, variables) => {',
        check.code,
        '}',
        `return check(text, ${JSON.stringify(expected)}, ${JSON.stringify(variables)}).then((result) =>`,
        '  result === true || { pass: false, score: 0, reason: String(result) })',
      )
    case 'judge':
      return as({ type: 'llm-rubric', value: text(check.criteria), provider: judge(check.model) })
    // Its own assertion of costs is an error for models whose prices it doesn't have.
    case 'max-cost':
    case 'time-to-first-token':
    case 'language':
      return { ok: false, comment: `Check "${check.type}" has no assertion in promptfoo.` }
  }
}

/** JSON comes parsed, and tool calls in place of the text. */
const TEXT =
  'const text = typeof output === "string" ? output : output?.[0]?.function ? "" : JSON.stringify(output)'

function as(assertion: JsonObject): Assertion {
  return { ok: true, assertion }
}

function without({ type }: CheckRule): Assertion {
  return { ok: false, comment: `Check "${type}" was left out: no expected value, or invalid.` }
}

/** The body of a function of `output`: promptfoo takes one line for an expression. */
function javascript(...lines: readonly string[]): Assertion {
  return as({ type: 'javascript', value: literal(lines.join('\n')) })
}

function text(value: string): string {
  return literal(promptfooValue(value))
}

function literals<T extends JsonValue | undefined>(value: T): JsonValue
function literals(value: JsonValue | undefined): JsonValue {
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return value.map((item) => literals(item))
  if (typeof value !== 'object' || value === null) return value ?? null
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, literals(member)]))
}
