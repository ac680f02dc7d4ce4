import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { parseSync } from 'vite'
import { expect, test } from 'vitest'

import { cpuMs, growthFault, repeated } from '../testing/growth.ts'

/** Where expressions see texts that came from elsewhere. */
const ROOMS = ['contract', 'src', 'service']

/** Expressions that never see a long text, by file and why. */
const BOUNDED: Readonly<Record<string, string>> = {
  'src/ui/markdown/view/streaming.ts': 'compares the output of tests',
}

interface Expression {
  source: string
  flags: string
  places: string[]
}

/** Each regular expression of the rooms, with where it stands. */
function expressions(): Expression[] {
  const found = new Map<string, Expression>()
  for (const room of ROOMS)
    for (const name of readdirSync(room, { recursive: true, encoding: 'utf8' })) {
      const file = path.posix.join(room, name)
      if (!/\.tsx?$/.test(file) || /\.test\.|\/(?:testing|fixtures)\//.test(file)) continue
      if (Object.hasOwn(BOUNDED, file)) continue
      const text = readFileSync(file, 'utf8')
      for (const { pattern, flags, start } of literals(parseSync(file, text).program)) {
        const key = `/${pattern}/${flags}`
        const one = found.get(key) ?? { source: pattern, flags, places: [] }
        one.places.push(`${file}:${text.slice(0, start).split('\n').length}`)
        found.set(key, one)
      }
    }
  return [...found.values()]
}

function* literals(node: unknown): Generator<{ pattern: string; flags: string; start: number }> {
  if (typeof node !== 'object' || node === null) return
  const { regex, start } = node as { regex?: { pattern: string; flags: string }; start?: number }
  if (regex !== undefined) yield { ...regex, start: start ?? 0 }
  for (const member of Object.values(node)) yield* literals(member)
}

const CHARACTERS = Array.from('aA0 \n\t-_./\\"\'`$=:;{}[]()<>*&%^#!~,|+@?é')

/** Texts that an expression is likely to stumble over: runs, and repeated pieces of what it looks for. */
function attacks(source: string): { beginning: string; piece: string }[] {
  const words = wordsOf(source)
  const pieces = [
    ...CHARACTERS,
    ...words,
    ...words.flatMap((word) => [...CHARACTERS, ...words].map((end) => word + end)),
  ]
  return [
    ...pieces.map((piece) => ({ beginning: '', piece })),
    ...words.flatMap((beginning) => CHARACTERS.map((piece) => ({ beginning, piece }))),
  ]
}

/** The plain stretches of an expression. */
function wordsOf(source: string): string[] {
  const stretches = source.match(/(?:[A-Za-z0-9 @#_<>"'`&%!~;:,=/-]|\\[^\w\s])+/g) ?? []
  const words = stretches
    .map((word) => word.replace(/\\(.)/g, '$1'))
    .filter((word) => word.length < 25)
  return [...new Set(words)].slice(0, 10)
}

/** By the clock first, which is much cheaper to ask for than processor time, and never shows less. */
function takesLong(work: () => void): boolean {
  const started = performance.now()
  work()
  return performance.now() - started > 3 && cpuMs(work) > 1
}

test('no regular expression takes more than linear time', () => {
  const slow: string[] = []
  const all = expressions()
  expect(all.length).toBeGreaterThan(500)
  for (const { source, flags, places } of all) {
    const expression = new RegExp(source, flags)
    const runOn = (text: string) => () => {
      expression.lastIndex = 0
      if (expression.global) text.replace(expression, '')
      else expression.exec(text)
    }
    for (const { beginning, piece } of attacks(source)) {
      // What ends the text keeps an expression from matching all of it.
      const textOf = (size: number) => `${repeated(piece, size, beginning)}\0 \n\0`
      // A short text tells which need to be measured.
      const isSuspect = [22, 300, 3_000].some((size) => takesLong(runOn(textOf(size))))
      const fault = isSuspect ? growthFault((size) => runOn(textOf(size))) : undefined
      if (fault === undefined) continue
      slow.push(
        `${places.join(', ')}: /${source}/${flags} on ${JSON.stringify(beginning + piece)}: ${fault}`,
      )
      break
    }
  }
  expect(slow).toEqual([])
})
