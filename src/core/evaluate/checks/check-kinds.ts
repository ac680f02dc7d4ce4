import { isJsonObject, readJson, type JsonValue } from '../../../../contract/json.ts'
import { FIRST_MODEL } from '../../chat/conversation/conversation-state.ts'
import { formatMicroUsd } from '../../format/money.ts'
import { formatDuration, formatNumber } from '../../format/units.ts'
import {
  type CheckSubject,
  type CheckWorld,
  expectedBy,
  type Finding,
  NO_EXPECTED,
  quote,
  undecided,
} from './check-world.ts'
import { type CheckRule, type CheckType, patternProblem, type RuleOf } from './check.ts'
import { checkWithJudge, oddVotes } from './judge.ts'
import {
  checkCode,
  checkContains,
  checkEquals,
  checkJsonPath,
  checkLength,
  checkMaxCost,
  checkPattern,
  checkTimeToFirstToken,
  checkToolCalled,
  findingOfSchema,
} from './rules.ts'

interface CheckKind<Rule> {
  /** What people call it. */
  name: string
  /** What a new one has. */
  initial: Omit<Rule, 'type'>
  /** Its form. */
  fields: readonly RuleField<Rule>[]
  /** In one line: "Contains “Paris”". */
  inWords(rule: Rule): string
  /** What it finds of a response. A rejection is told as `undecided`. */
  check(rule: Rule, subject: CheckSubject, world: CheckWorld): Finding | Promise<Finding>
}

/** A field of the form of a rule. */
export type RuleField<Rule = CheckRule> = {
  /** The property that it edits. */
  name: Rule extends CheckRule ? Exclude<keyof Rule, 'type'> : never
  label: string
  hint?: string
  placeholder?: string
  /** Emptied, the rule is without it; otherwise the last value is kept. */
  optional?: true
} & FieldInput<Rule>

type FieldInput<Rule> =
  | { input: 'text' }
  /** `problem`: why it can't be used. */
  | { input: 'code'; isTrimmed?: true; problem?: (rule: Rule) => string | undefined }
  /** JSON as text. `read`: undefined for what can't be used. */
  | { input: 'json'; read: (text: string) => JsonValue | undefined }
  /** `unit`: so many of the rule are one in the form. */
  | { input: 'number'; unit?: number }
  | { input: 'flag' }
  | { input: 'choice'; options: (current: unknown) => readonly RuleOption[] }
  | { input: 'model' }
  | { input: 'connection' }

interface RuleOption {
  value: string | number
  label: string
}

const OF_CASE = 'Expected value of the case'

const expected = {
  name: 'value',
  label: 'Expected',
  placeholder: OF_CASE,
  input: 'text',
  optional: true,
} as const
const ignoreCase = { name: 'ignoreCase', label: 'Ignore case', input: 'flag' } as const

/** All types of checks, in the order in which they are offered. */
export const checkKinds: { readonly [Type in CheckType]: CheckKind<RuleOf<Type>> } = {
  contains: {
    name: 'Contains',
    initial: {},
    fields: [expected, ignoreCase],
    inWords: ({ value }) => `Contains ${orExpected(value)}`,
    check: compared(checkContains),
  },
  'not-contains': {
    name: "Doesn't contain",
    initial: {},
    fields: [expected, ignoreCase],
    inWords: ({ value }) => `Doesn't contain ${orExpected(value)}`,
    check: compared(checkContains),
  },
  equals: {
    name: 'Equals',
    initial: { trim: true },
    fields: [expected, ignoreCase, { name: 'trim', label: 'Ignore spaces around', input: 'flag' }],
    inWords: ({ value }) => `Equals ${orExpected(value)}`,
    check: compared(checkEquals),
  },
  regex: {
    name: 'Regular expression',
    initial: {},
    fields: [
      { ...expected, input: 'code', problem: patternProblem },
      { name: 'flags', label: 'Flags', placeholder: 'i', input: 'code', isTrimmed: true },
    ],
    inWords: ({ value, flags = '' }) =>
      value ? `Matches /${value}/${flags}` : 'Regular expression',
    check: compared(checkPattern),
  },
  'json-schema': {
    name: 'JSON schema',
    initial: { schema: { type: 'object' } },
    fields: [{ name: 'schema', label: 'JSON schema', input: 'json', read: readObject }],
    inWords: () => 'Matches JSON schema',
    check: async ({ schema }, { response: { text } }, world) =>
      findingOfSchema(await world.validateJson(text, schema), text),
  },
  'json-path': {
    name: 'JSON path equals',
    initial: { path: '$' },
    fields: [
      { name: 'path', label: 'Path', placeholder: '$.items[0].name', input: 'code' },
      { ...expected, hint: 'Text or JSON.', input: 'json', read: (text) => readJson(text) ?? text },
    ],
    inWords: ({ path, value }) => `${path} equals ${orExpected(value)}`,
    check: (rule, subject) => checkJsonPath(subject, rule),
  },
  'tool-called': {
    name: 'Tool called',
    initial: { name: '' },
    fields: [
      { name: 'name', label: 'Tool name', input: 'code', isTrimmed: true },
      {
        name: 'arguments',
        label: 'Arguments',
        placeholder: '{"city": "Paris"}',
        hint: 'Optional. The call may have others too.',
        input: 'json',
        read: readObject,
        optional: true,
      },
    ],
    inWords: ({ name }) => (name === '' ? 'Tool called' : `Calls ${name}`),
    check: (rule, { response }) => checkToolCalled(response, rule),
  },
  'max-cost': {
    name: 'Maximum cost',
    initial: { value: 10_000 },
    fields: [{ name: 'value', label: 'Maximum cost, USD', input: 'number', unit: 1_000_000 }],
    inWords: ({ value }) => `Max cost ${formatMicroUsd(value)}`,
    check: ({ value }, { response }) => checkMaxCost(response, value),
  },
  'time-to-first-token': {
    name: 'Time to first token',
    initial: { value: 1000 },
    fields: [{ name: 'value', label: 'Maximum time, ms', input: 'number' }],
    inWords: ({ value }) => `First token within ${formatDuration(value)}`,
    check: ({ value }, { response }) => checkTimeToFirstToken(response, value),
  },
  length: {
    name: 'Length',
    initial: { max: 500 },
    fields: [
      { name: 'min', label: 'Minimum characters', input: 'number', optional: true },
      { name: 'max', label: 'Maximum characters', input: 'number', optional: true },
    ],
    inWords({ min, max }) {
      const least = min === undefined ? [] : [`at least ${formatNumber(min)}`]
      const most = max === undefined ? [] : [`at most ${formatNumber(max)}`]
      return `Length ${[...least, ...most].join(', ')}`.trim()
    },
    check: (rule, { response }) => checkLength(response.text, rule),
  },
  code: {
    name: 'JavaScript',
    initial: { code: '' },
    fields: [
      {
        name: 'code',
        label: 'Code',
        placeholder: "return response.length < 200 || 'Too long'",
        hint: 'An async function body: reads response, expected and variables. Returns true or a reason.',
        input: 'code',
      },
    ],
    inWords: () => 'JavaScript',
    check: ({ code }, subject, world) => checkCode(code, subject, world),
  },
  judge: {
    name: 'Model as judge',
    initial: { model: FIRST_MODEL, criteria: '', votes: 1 },
    fields: [
      { name: 'model', label: 'Judge model', input: 'model' },
      { name: 'connection', label: 'Judge connection', input: 'connection', optional: true },
      {
        name: 'criteria',
        label: 'Criteria',
        placeholder: 'Is polite and names the capital.',
        input: 'text',
      },
      {
        name: 'votes',
        label: 'Votes',
        hint: 'Each vote is a paid request per response. The majority counts.',
        input: 'choice',
        options: votes,
      },
    ],
    inWords({ criteria, votes: count }) {
      const odd = oddVotes(count)
      const what = criteria === '' ? 'no criteria' : quote(criteria)
      return `Judge: ${what}${odd === 1 ? '' : `, ${odd} votes`}`
    },
    check: checkWithJudge,
  },
}

function compared<Rule extends { value?: string }>(
  check: (text: string, value: string, rule: Rule, world: CheckWorld) => Finding | Promise<Finding>,
) {
  return (rule: Rule, { case: asked, response }: CheckSubject, world: CheckWorld) => {
    const value = expectedBy(rule.value, asked)
    return value === undefined ? undecided(NO_EXPECTED) : check(response.text, value, rule, world)
  }
}

/** The kind of a rule: whatever it is, its functions take that rule. */
export function kindOf({ type }: Pick<CheckRule, 'type'>): CheckKind<CheckRule> {
  return checkKinds[type] as CheckKind<CheckRule>
}

/** A rule of a type, before anyone has filled it in. The text that the rule before it compared with is kept. */
export function newRule(type: CheckType, before?: CheckRule): CheckRule {
  const rule = { type, ...checkKinds[type].initial } as CheckRule
  const text = before && comparesText(before) ? before.value : undefined
  return comparesText(rule) && typeof text === 'string' ? { ...rule, value: text } : rule
}

function comparesText(rule: CheckRule): rule is RuleOf<'equals' | 'json-path'> {
  return kindOf(rule).fields.some(({ label }) => label === expected.label)
}

/** Longest description, in characters: what a check compares with may be a page. */
const MAX_DESCRIPTION = 150

/** A check in one line: "Contains “Paris”". */
export function describeCheck(rule: CheckRule): string {
  const words = kindOf(rule).inWords(rule)
  return words.length > MAX_DESCRIPTION ? `${words.slice(0, MAX_DESCRIPTION)}…` : words
}

function orExpected(value: JsonValue | undefined): string {
  if (value === undefined || value === '') return 'the expected value'
  return quote(typeof value === 'string' ? value : JSON.stringify(value))
}

function readObject(text: string): JsonValue | undefined {
  const value = text.trim() === '' ? {} : readJson(text)
  return isJsonObject(value) ? value : undefined
}

/** Odd numbers; an even one of an imported board is what it means. */
function votes(current: unknown): RuleOption[] {
  return [1, 3, 5, 7, 9].map((count) => ({
    value: count === oddVotes(Number(current)) ? Number(current) : count,
    label: String(count),
  }))
}
