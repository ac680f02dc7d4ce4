import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isJsonObject, type JsonObject, type JsonValue } from '../../json.ts'
import { emptyAnswer, withEnd, type Answer } from '../answer.ts'
import { createEventDecoder } from './event-decoder.ts'
import { readEvent, withReadings } from './read-event.ts'

/*
 * What no table of servers can hold: every member of a stream removed, retyped, renamed or moved, and the
 * bytes split anywhere. A text that is still in a chunk is shown, or the chunk is counted.
 */

const context = { providerName: 'vendor', nowMs: 0 }
const MARK = /«[a-z]+\d»/g

const chunk = (delta: JsonObject, more: JsonObject = {}): JsonObject => ({
  id: 'c1',
  object: 'chat.completion.chunk',
  created: 1790000000,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: null, logprobs: null }],
  ...more,
})

const STREAM: readonly JsonObject[] = [
  chunk({ role: 'assistant', content: '' }),
  chunk({ reasoning_content: '«thought1»' }),
  chunk({ reasoning: '«thought2»', content: null }),
  chunk(
    { content: '«said1»' },
    { usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } },
  ),
  chunk({
    content: [
      { type: 'text', text: '«said2»' },
      { type: 'thinking', thinking: '«thought3»' },
    ],
  }),
  chunk({ content: null, refusal: '«refused1»' }),
  chunk({
    tool_calls: [
      { index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '«args1»' } },
    ],
  }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '«args2»' } }] }),
  { ...chunk({}), choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  { ...chunk({}), choices: [], usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } },
]

type Place = readonly (string | number)[]

function placesOf(value: JsonValue, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at]
  const inner = Object.entries(value).flatMap(([name, member]) =>
    member === undefined
      ? []
      : placesOf(member, [...at, Array.isArray(value) ? Number(name) : name]),
  )
  return at.length === 0 ? inner : [at, ...inner]
}

type Change = (owner: JsonObject | JsonValue[], name: string | number) => void

const get = (owner: JsonObject | JsonValue[], name: string | number): JsonValue | undefined =>
  (owner as JsonObject)[name]
const set = (owner: JsonObject | JsonValue[], name: string | number, value: JsonValue) => {
  ;(owner as JsonObject)[name] = value
}

const CHANGES: Readonly<Record<string, Change>> = {
  remove: (owner, name) =>
    Array.isArray(owner) ? owner.splice(Number(name), 1) : delete owner[name],
  rename: (owner, name) => {
    const value = get(owner, name) ?? null
    if (Array.isArray(owner)) return
    delete owner[name]
    owner[`x_${name}`] = value
  },
  reorder: (owner) => {
    if (Array.isArray(owner)) return void owner.reverse()
    const members = Object.entries(owner).reverse()
    for (const [name] of members) delete owner[name]
    for (const [name, value] of members) owner[name] = value
  },
  ...Object.fromEntries(
    (
      [
        ['null', () => null],
        ['number', () => 42],
        ['negative', () => -1],
        ['boolean', () => true],
        ['text', (value) => (typeof value === 'string' ? value : JSON.stringify(value ?? null))],
        ['empty', () => ''],
        ['list', (value) => [value ?? null]],
        ['object', (value) => ({ text: value ?? null })],
        ['other object', (value) => ({ x: value ?? null })],
        ['deep', (value) => ({ a: { b: [{ c: value ?? null }] } })],
      ] satisfies [string, (value: JsonValue | undefined) => JsonValue][]
    ).map(([name, retyped]): [string, Change] => [
      name,
      (owner, member) => set(owner, member, retyped(get(owner, member))),
    ]),
  ),
}

function changed(value: JsonObject, place: Place, change: Change): JsonObject {
  const copy = structuredClone(value)
  let owner: JsonObject | JsonValue[] = copy
  for (const name of place.slice(0, -1)) {
    const next: JsonValue | undefined = get(owner, name)
    if (!isJsonObject(next) && !Array.isArray(next)) return copy
    owner = next
  }
  const last = place.at(-1)
  if (last !== undefined) change(owner, last)
  return copy
}

/** All that a reader of the page is shown of an answer. */
function shown({ choices }: Answer): string {
  return choices
    .flatMap(({ content, reasoning, refusal = '', toolCalls }) => [
      content,
      reasoning,
      refusal,
      ...toolCalls.map((call) => call.id + call.name + call.arguments),
    ])
    .join('\n')
}

function read(bytes: Uint8Array, cuts: readonly number[]) {
  const decoder = createEventDecoder()
  const marks = [
    0,
    ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b),
    bytes.length,
  ]
  const events = [
    ...marks.slice(1).flatMap((end, at) => decoder.decode(bytes.subarray(marks[at], end))),
    ...decoder.end().events,
  ]
  let answer = emptyAnswer
  let failed = false
  const counts: boolean[] = []
  for (const event of events) {
    const before = answer.notUnderstood ?? 0
    const next = withReadings(answer, readEvent(event, context))
    answer = next.answer
    failed ||= next.failure !== undefined
    counts.push((answer.notUnderstood ?? 0) > before)
  }
  return { answer: withEnd(answer), counts, failed }
}

const encoder = new TextEncoder()
const written = (texts: readonly string[]) =>
  encoder.encode(texts.map((json) => `data: ${json}\n\n`).join(''))

test('property: of 100,000 mutated chunks no text is lost in silence, and nothing throws', () => {
  const places = STREAM.map((value) => placesOf(value))
  const mutation = fc
    .nat(STREAM.length - 1)
    .chain((at) =>
      fc.record({
        at: fc.constant(at),
        place: fc.constantFrom(...(places[at] ?? [])),
        kind: fc.constantFrom(...Object.keys(CHANGES)),
      }),
    )
  const cuts = fc.array(fc.nat(4000), { maxLength: 6 })
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 20, maxLength: 20 }), cuts, (mutations, split) => {
      const chunks = mutations.map(({ at, place, kind }) =>
        JSON.stringify(changed(STREAM[at] ?? {}, place, CHANGES[kind] ?? (() => undefined))),
      )
      const { answer, counts, failed } = read(written(chunks), split)
      // An error that a mutation made ends the answer; it is shown as such.
      if (failed) return
      const text = shown(answer)
      const lost = chunks.flatMap((json, at) => {
        if (counts[at]) return []
        return [...json.matchAll(MARK)].filter(([mark]) => !text.includes(mark)).map(() => json)
      })
      expect(lost).toEqual([])
    }),
    { numRuns: 5000 },
  )
})

test('property: a text that stands where it belongs is shown, whatever else of its chunk is odd', () => {
  const outside = STREAM.map((value) =>
    placesOf(value).filter(
      (place) => !place.some((name) => ['choices', 'delta'].includes(String(name))),
    ),
  )
  for (const [at, value] of STREAM.entries()) {
    const before = STREAM.slice(0, at).map((chunk) => JSON.stringify(chunk))
    const whole = shown(read(written([...before, JSON.stringify(value)]), []).answer)
    for (const place of outside[at] ?? [])
      for (const change of Object.values(CHANGES)) {
        const odd = JSON.stringify(changed(value, place, change))
        const { answer } = read(written([...before, odd]), [])
        expect(shown(answer)).toBe(whole)
      }
  }
})
