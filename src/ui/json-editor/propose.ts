import {
  pickedCompletion,
  snippet,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import type { EditorView } from '@codemirror/view'

import { cursorContext } from './cursor-context.ts'
import { shapeInWords, shapesAt, type JsonShape } from './json-shape.ts'

/** Proposes the names and values that a shape allows at the cursor. */
export function propose(shape: JsonShape) {
  return ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const text = state.doc.toString()
    const context = cursorContext(text, pos)
    if (context === undefined || (!explicit && context.from === pos)) return null
    const known = (path: readonly (string | number)[]) =>
      context.known.get(JSON.stringify(path)) ?? new Map<string, unknown>()
    const shapes = shapesAt(shape, context.path, known)
    const written = known(context.path)
    const options =
      context.expects === 'key'
        ? nameOptions(shapes, written, /^\w*"?\s*:/.test(text.slice(pos)))
        : valueOptions(shapes)
    return options.length === 0 ? null : { from: context.from, options, validFor: /^"?[\w.-]*$/ }
  }
}

function nameOptions(
  shapes: readonly JsonShape[],
  written: ReadonlyMap<string, unknown>,
  hasColon: boolean,
): Completion[] {
  const members = new Map(shapes.flatMap(({ properties = {} }) => Object.entries(properties)))
  return [...members]
    .filter(([name]) => !written.has(name))
    .map(([name, shape]) => ({
      label: JSON.stringify(name),
      displayLabel: name,
      type: 'property',
      detail: shapeInWords(shape),
      ...(shape.description === undefined ? {} : { info: shape.description }),
      apply: (view: EditorView, completion: Completion, from: number, to: number) =>
        put(view, completion, { from, to }, JSON.stringify(name), hasColon ? '' : opening(shape)),
    }))
}

/** What follows a name: the colon, and the brackets or quotes of a value of that kind. */
function opening({ type, enum: values, anyOf }: JsonShape): string {
  if (anyOf !== undefined || (values === undefined && type === undefined)) return ': #{}'
  if (values !== undefined) return ': "#{}"'
  if (type === 'object') return ': \\{#{}\\}'
  if (type === 'array') return ': [#{}]'
  return type === 'string' ? ': "#{}"' : ': #{}'
}

function valueOptions(shapes: readonly JsonShape[]): Completion[] {
  const values = shapes.flatMap((shape) => shape.enum ?? shape.examples ?? ofType(shape))
  return [...new Set(values.map((value) => JSON.stringify(value)))].map((text) => ({
    label: text,
    type: 'enum',
    apply: (view: EditorView, completion: Completion, from: number, to: number) =>
      put(view, completion, { from, to }, text, ''),
  }))
}

function ofType({ type }: JsonShape): unknown[] {
  switch (type) {
    case 'boolean':
      return [true, false]
    case 'null':
      return [null]
    case 'object':
      return [{}]
    case 'array':
      return [[]]
    default:
      return []
  }
}

/** Writes a proposal over the word, and over the closing quote that the editor had added. */
function put(
  view: EditorView,
  completion: Completion,
  { from, to }: { from: number; to: number },
  text: string,
  rest: string,
): void {
  const end = view.state.sliceDoc(to, to + 1) === '"' ? to + 1 : to
  if (rest === '')
    view.dispatch({
      changes: { from, to: end, insert: text },
      selection: { anchor: from + text.length },
      annotations: pickedCompletion.of(completion),
    })
  else snippet(text.replace(/[\\{}]/g, '\\$&') + rest)(view, completion, from, end)
}
