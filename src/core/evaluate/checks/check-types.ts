import { FIRST_MODEL } from '../../chat/conversation/conversation-state.ts'
import { formatDuration } from '../../format/duration.ts'
import { formatMicroUsd } from '../../format/money.ts'
import type { CheckRule, CheckType } from './check.ts'
import { quote } from './finding.ts'
import { oddVotes } from './judge/judge.ts'
import { languageName } from './language/check-language.ts'

/** The types of checks, and what people call them. */
export const checkTypes: Readonly<Record<CheckType, string>> = {
  contains: 'Contains',
  'not-contains': "Doesn't contain",
  equals: 'Equals',
  regex: 'Regular expression',
  'json-schema': 'JSON schema',
  'json-path': 'JSON path equals',
  'tool-called': 'Tool called',
  'max-cost': 'Maximum cost',
  'time-to-first-token': 'Time to first token',
  length: 'Length',
  language: 'Language',
  code: 'JavaScript',
  judge: 'Model as judge',
}

/** A rule of a type, before anyone has filled it in. What the rule before it compared with is kept. */
export function newRule(type: CheckType, before?: CheckRule): CheckRule {
  const text =
    before !== undefined &&
    before.type !== 'language' &&
    'value' in before &&
    typeof before.value === 'string'
      ? { value: before.value }
      : {}
  switch (type) {
    case 'contains':
    case 'not-contains':
    case 'regex':
      return { type, ...text }
    case 'language':
      return { type }
    case 'equals':
      return { type, ...text, trim: true }
    case 'json-schema':
      return { type, schema: { type: 'object' } }
    case 'json-path':
      return { type, path: '$', ...text }
    case 'tool-called':
      return { type, name: '' }
    case 'max-cost':
      return { type, value: 10_000 }
    case 'time-to-first-token':
      return { type, value: 1000 }
    case 'length':
      return { type, max: 500 }
    case 'code':
      return { type, code: '' }
    case 'judge':
      return { type, model: FIRST_MODEL, criteria: '', votes: 1 }
  }
}

/** Longest description, in characters: what a check compares with may be a page. */
const MAX_DESCRIPTION = 150

/** A check in one line: "Contains “Paris”". */
export function describeCheck(rule: CheckRule): string {
  const words = inWords(rule)
  return words.length > MAX_DESCRIPTION ? `${words.slice(0, MAX_DESCRIPTION)}…` : words
}

function inWords(rule: CheckRule): string {
  const name = checkTypes[rule.type]
  switch (rule.type) {
    case 'contains':
    case 'not-contains':
    case 'equals':
      return `${name} ${orExpected(rule.value)}`
    case 'regex':
      return rule.value ? `Matches /${rule.value}/${rule.flags ?? ''}` : name
    case 'json-schema':
      return 'Matches JSON schema'
    case 'json-path':
      return `${rule.path} equals ${orExpected(rule.value)}`
    case 'tool-called':
      return rule.name === '' ? name : `Calls ${rule.name}`
    case 'max-cost':
      return `Max cost ${formatMicroUsd(rule.value)}`
    case 'time-to-first-token':
      return `First token within ${formatDuration(rule.value)}`
    case 'length':
      return lengthInWords(rule)
    case 'language':
      return `Language is ${rule.value ? languageName(rule.value) : 'as expected'}`
    case 'code':
      return name
    case 'judge':
      return `Judge: ${rule.criteria === '' ? 'no criteria' : quote(rule.criteria)}${votesInWords(rule.votes)}`
  }
}

function orExpected(value: unknown): string {
  if (value === undefined || value === '') return 'the expected value'
  return quote(typeof value === 'string' ? value : JSON.stringify(value))
}

function lengthInWords({ min, max }: Extract<CheckRule, { type: 'length' }>): string {
  const bounds = [
    ...(min === undefined ? [] : [`at least ${min.toLocaleString('en-US')}`]),
    ...(max === undefined ? [] : [`at most ${max.toLocaleString('en-US')}`]),
  ]
  return bounds.length === 0 ? 'Length' : `Length ${bounds.join(', ')}`
}

function votesInWords(votes: number): string {
  const odd = oddVotes(votes)
  return odd === 1 ? '' : `, ${odd} votes`
}
