import type { CheckRule } from './check.ts'
import { type Finding, failed, passed, quote, undecided } from './finding.ts'

type ContainsRule = Extract<CheckRule, { type: 'contains' | 'not-contains' }>
type EqualsRule = Extract<CheckRule, { type: 'equals' }>
type LengthRule = Extract<CheckRule, { type: 'length' }>

/** Whether a text contains another, or does not. Accents are compared as they look, however they are encoded. */
export function checkContains(text: string, expected: string, rule: ContainsRule): Finding {
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
export function checkEquals(text: string, expected: string, rule: EqualsRule): Finding {
  const [received, wanted] = [text, expected].map((side) => {
    const normal = side.normalize('NFC')
    return rule.trim === true ? normal.trim() : normal
  }) as [string, string]
  const at = firstDifference(folded(received, rule), folded(wanted, rule))
  return at === undefined
    ? passed
    : failed(`Expected ${quote(wanted, at)}, received ${quote(received, at)}.`)
}

/** Whether the number of characters is within limits; an emoji of one code point is one character. */
export function checkLength(text: string, { min, max }: LengthRule): Finding {
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
  return `${characters.toLocaleString('en-US')} ${characters === 1 ? 'character' : 'characters'}`
}

function folded(text: string, { ignoreCase }: { ignoreCase?: boolean }): string {
  const normal = text.normalize('NFC')
  return ignoreCase === true ? normal.toLowerCase() : normal
}

/** Where two texts begin to differ; undefined for equal ones. */
function firstDifference(one: string, other: string): number | undefined {
  if (one === other) return undefined
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return at
}
