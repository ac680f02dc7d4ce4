import type { Answer } from '../../../../contract/chat/answer.ts'

/** What tells the responses to one request from those to another, and which side a response is on. */
export interface Trait {
  /** What it is of, in words: "the finish reason". */
  name: string
  /** What is typical of each side: "length"; a text has no short word for it. */
  typical?: { before: string; after: string }
  /** The side whose responses a response is like; undefined where it is like neither. */
  sideOf: (answer: Answer) => Side | undefined
}

export type Side = 'before' | 'after'

/** The largest chance at which a trait still counts as found rather than as noise. */
const SIGNIFICANCE = 0.01

const CATEGORIES: readonly { name: string; read: (answer: Answer) => string }[] = [
  { name: 'whether there is a response', read: outcomeOf },
  { name: 'the finish reason', read: ({ choices: [choice] }) => choice?.finishReason ?? 'none' },
  {
    name: 'the tools called',
    read: ({ choices: [choice] }) =>
      choice?.toolCalls.map(({ name }) => name).join(', ') || 'no tool',
  },
  {
    name: 'whether the text is JSON',
    read: (answer) => (isJson(textOf(answer)) ? 'JSON' : 'text'),
  },
]

/**
 * What the responses to the same two requests, each sent several times, differ by: something that all of
 * one side have and none of the other, or words that are closer within a side than across. Undefined
 * where chance explains what differs.
 */
export function findTrait(before: readonly Answer[], after: readonly Answer[]): Trait | undefined {
  for (const { name, read } of CATEGORIES) {
    const [one, other] = [unanimous(before.map(read)), unanimous(after.map(read))]
    if (one !== undefined && other !== undefined && one !== other)
      return {
        name,
        typical: { before: one, after: other },
        sideOf: (answer) => {
          const value = read(answer)
          return value === one ? 'before' : value === other ? 'after' : undefined
        },
      }
  }
  return wordsTrait(before.map(wordsOf), after.map(wordsOf))
}

/** Words, where the two sides are further apart than almost any other way to split the responses. */
function wordsTrait(
  before: readonly ReadonlySet<string>[],
  after: readonly ReadonlySet<string>[],
): Trait | undefined {
  const all = [...before, ...after]
  const apart = all.map((one) => all.map((other) => distance(one, other)))
  const observed = separation(apart, new Set(before.keys()))
  const splits = combinations(all.length, before.length)
  const asFar = splits.filter(
    (split) => separation(apart, new Set(split)) >= observed - 1e-9,
  ).length
  if (asFar / splits.length > SIGNIFICANCE || observed <= 0) return undefined
  const mean = (words: ReadonlySet<string>, side: readonly ReadonlySet<string>[]) =>
    side.reduce((sum, one) => sum + distance(words, one), 0) / side.length
  return {
    name: 'the words',
    sideOf: (answer) => {
      const words = wordsOf(answer)
      return mean(words, before) <= mean(words, after) ? 'before' : 'after'
    },
  }
}

/** How much further apart the responses of two sides are than those of one side; `side` has one of them. */
function separation(apart: readonly (readonly number[])[], side: ReadonlySet<number>): number {
  let [across, acrossCount, within, withinCount] = [0, 0, 0, 0]
  for (const [one, row] of apart.entries())
    for (const [other, value] of row.slice(0, one).entries())
      if (side.has(one) === side.has(other)) {
        within += value
        withinCount += 1
      } else {
        across += value
        acrossCount += 1
      }
  return across / Math.max(1, acrossCount) - within / Math.max(1, withinCount)
}

/** All ways to choose so many of the first numbers. */
function combinations(count: number, chosen: number, from = 0): number[][] {
  if (chosen === 0) return [[]]
  return Array.from({ length: Math.max(0, count - chosen - from + 1) }, (_, offset) =>
    combinations(count, chosen - 1, from + offset + 1).map((rest) => [from + offset, ...rest]),
  ).flat()
}

/** The share of words that only one of two texts has. */
function distance(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length
  const total = one.size + other.size - shared
  return total === 0 ? 0 : 1 - shared / total
}

/** Longer texts are judged by their beginning, characters. */
const MAX_TEXT = 20_000

function wordsOf(answer: Answer): ReadonlySet<string> {
  return new Set(
    textOf(answer)
      .slice(0, MAX_TEXT)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  )
}

function textOf({ choices }: Answer): string {
  return choices
    .map(({ content, toolCalls }) =>
      [content, ...toolCalls.map((call) => `${call.name} ${call.arguments}`)].join('\n'),
    )
    .join('\n')
}

/** "200" for a response, or the error that came instead. */
export function outcomeOf({ failure }: Answer): string {
  if (failure === undefined) return 'a response'
  return 'status' in failure ? `error ${failure.status}` : failure.kind
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

function unanimous(values: readonly string[]): string | undefined {
  return new Set(values).size === 1 ? values[0] : undefined
}
