import type { Diagnostic } from '@codemirror/lint'

import { keyAt, placeAt, type JsonReading } from './json-text.ts'

/** Something to say about a value inside the text. */
export interface JsonProblem {
  path: readonly (string | number)[]
  message: string
  severity: 'error' | 'warning' | 'info'
  /** Marks the name instead of the value. */
  onName?: boolean
}

/** The marks of a text: its first syntax fault, or what is said about its value. */
export function diagnose(
  reading: JsonReading,
  check: (value: unknown) => readonly JsonProblem[],
): Diagnostic[] {
  if (!reading.ok) {
    const { from, to, message } = reading
    return [{ from, to, message, severity: 'error' }]
  }
  const repeated = reading.repeated.map((fault): Diagnostic => ({ ...fault, severity: 'warning' }))
  const problems = check(reading.value).map(
    ({ path, message, severity, onName = false }): Diagnostic => {
      const key = onName ? keyAt(reading.place, path) : undefined
      const { from, to } = key ?? markable(reading.place, path)
      return { from, to, message, severity }
    },
  )
  return [...repeated, ...problems].toSorted((a, b) => a.from - b.from)
}

/** A long value is marked by its name, so that the mark stays one word. */
function markable(root: Parameters<typeof placeAt>[0], path: JsonProblem['path']) {
  const place = placeAt(root, path)
  const isLeaf = place.members === undefined && place.items === undefined
  return isLeaf ? place : (keyAt(root, path) ?? { from: place.from, to: place.from + 1 })
}
