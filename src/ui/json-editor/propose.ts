import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  pickedCompletion,
  snippet,
} from '@codemirror/autocomplete'
import type { EditorView } from '@codemirror/view'

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

interface CursorContext {
  /** The path of the value, or of the object whose member is being named. */
  path: readonly (string | number)[]
  expects: 'key' | 'value'
  /** Where the word under the cursor begins, its opening quote included. */
  from: number
  /** Scalar members written before, by the path of their object as JSON. */
  known: ReadonlyMap<string, ReadonlyMap<string, unknown>>
}

interface Level {
  kind: 'object' | 'array'
  key: string
  index: number
  expects: 'key' | 'colon' | 'value' | 'comma'
  members: Map<string, unknown>
}

const TOKEN = /\s+|"(?:[^"\\\n]|\\.)*"?|[[\]{}:,]|[^\s"[\]{}:,]+/gy

/** Reads the text up to a place and says what may be written there; undefined where nothing may. */
export function cursorContext(text: string, at: number): CursorContext | undefined {
  const levels: Level[] = []
  const known = new Map<string, ReadonlyMap<string, unknown>>()
  const path = () => levels.map(({ kind, key, index }) => (kind === 'array' ? index : key))
  const begin = (kind: Level['kind']) => {
    const members = new Map<string, unknown>()
    known.set(JSON.stringify(path()), members)
    levels.push({ kind, key: '', index: 0, expects: kind === 'array' ? 'value' : 'key', members })
  }
  let from = at
  let token = ''
  const before = text.slice(0, at)
  for (const { 0: found, index } of before.matchAll(TOKEN)) {
    const level = levels.at(-1)
    const isLast = index + found.length === at
    const isWord = !/^[\s[\]{}:,]/.test(found)
    if (isLast && isWord && !isClosedString(found)) {
      from = index
      token = found
      break
    }
    if (found === '{') begin('object')
    else if (found === '[') begin('array')
    else if (found === '}' || found === ']') {
      levels.pop()
      const outer = levels.at(-1)
      if (outer) outer.expects = 'comma'
    } else if (level !== undefined && isWord) takeWord(level, found)
    else if (level !== undefined && found === ':') level.expects = 'value'
    else if (level !== undefined && found === ',') {
      level.index += 1
      level.expects = level.kind === 'array' ? 'value' : 'key'
    }
  }
  const level = levels.at(-1)
  if (level === undefined || (level.expects !== 'key' && level.expects !== 'value'))
    return undefined
  if (level.expects === 'key' && token !== '' && !token.startsWith('"') && !/^\w/.test(token))
    return undefined
  return {
    path: level.expects === 'key' ? path().slice(0, -1) : path(),
    expects: level.expects,
    from,
    known,
  }
}

function takeWord(level: Level, word: string): void {
  if (level.expects === 'key') {
    level.key = String(scalar(word))
    level.expects = 'colon'
  } else if (level.expects === 'value') {
    if (level.kind === 'object') level.members.set(level.key, scalar(word))
    level.expects = 'comma'
  }
}

function isClosedString(word: string): boolean {
  return /^"(?:[^"\\]|\\.)*"$/s.test(word)
}

function scalar(word: string): unknown {
  try {
    return JSON.parse(word)
  } catch {
    return word.replace(/^"/, '')
  }
}

/** What a JSON value may be, in the words of JSON Schema: what completion proposes from. */
export interface JsonShape {
  type?: string
  description?: string
  enum?: readonly unknown[]
  properties?: Readonly<Record<string, JsonShape>>
  required?: readonly string[]
  /** What every other member may be. */
  members?: JsonShape
  items?: JsonShape
  anyOf?: readonly JsonShape[]
  examples?: readonly unknown[]
}

/** The shapes of a place, narrowed by what is written; `known` gives the members written at a path. */
export function shapesAt(
  root: JsonShape,
  path: readonly (string | number)[],
  known: (path: readonly (string | number)[]) => ReadonlyMap<string, unknown>,
): JsonShape[] {
  let shapes = alternatives(root, known([]))
  for (const [depth, key] of path.entries()) {
    const members = known(path.slice(0, depth + 1))
    shapes = shapes
      .flatMap(
        (shape) =>
          (typeof key === 'number' ? shape.items : (shape.properties?.[key] ?? shape.members)) ??
          [],
      )
      .flatMap((shape) => alternatives(shape, members))
  }
  return shapes
}

function alternatives(shape: JsonShape, members: ReadonlyMap<string, unknown>): JsonShape[] {
  if (shape.anyOf === undefined) return [shape]
  const { description } = shape
  const all = shape.anyOf
    .flatMap((one) => alternatives(one, members))
    .map((one) => (description === undefined ? one : { description, ...one }))
  const fitting = all.filter((one) =>
    [...members].every(([name, value]) => {
      const allowed = one.properties?.[name]?.enum
      return allowed === undefined || allowed.includes(value)
    }),
  )
  return fitting.length > 0 ? fitting : all
}

/** The words for what a shape takes, for the list of proposals: "number", "low | high", "array". */
export function shapeInWords({ type, enum: values, anyOf }: JsonShape): string {
  if (values !== undefined)
    return values.length <= 4 ? values.map(String).join(' | ') : `one of ${values.length}`
  if (anyOf !== undefined) return [...new Set(anyOf.map(shapeInWords))].join(' | ')
  return type ?? 'any'
}
