import { formatNumber } from '../../format/number.ts'
import type { CheckWorld } from './check-world.ts'
import type { RuleOf } from './check.ts'
import { type Finding, failed, passed, quote, undecided } from './finding.ts'

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

/** Where two texts begin to differ; undefined for equal ones. */
function firstDifference(one: string, other: string): number | undefined {
  if (one === other) return undefined
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return at
}
