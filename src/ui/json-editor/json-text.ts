import { parser } from '@lezer/json'

/** Where a value stands in a JSON text, in UTF-16 offsets, and where its members stand. */
export interface JsonPlace {
  from: number
  to: number
  members?: ReadonlyMap<string, { keyFrom: number; keyTo: number; place: JsonPlace }>
  items?: readonly JsonPlace[]
}

interface JsonFault {
  from: number
  to: number
  message: string
}

/** A JSON text taken apart: its value with places, or the first fault. */
export type JsonReading =
  | { ok: true; value: unknown; place: JsonPlace; repeated: readonly JsonFault[] }
  | ({ ok: false } & JsonFault)

/** Deeper texts are refused, as `contract/json.ts` does: what walks a value recurses as deep. */
const MAX_DEPTH = 200

type Tree = ReturnType<typeof parser.parse>
type Node = Tree['topNode']

/** Reads a JSON text strictly, as `JSON.parse` does, but keeps where everything stands. */
export function readJsonText(text: string): JsonReading {
  const deepAt = tooDeepAt(text)
  const read = deepAt === undefined ? text : text.slice(0, deepAt)
  const tree = parser.parse(read)
  const error = firstError(tree)
  const fault = error === undefined ? undefined : faultAt(error, tree, read)
  if (deepAt !== undefined && (fault === undefined || fault.from === deepAt)) {
    const message = `Nested deeper than ${MAX_DEPTH} levels.`
    return { ok: false, from: deepAt, to: deepAt + 1, message }
  }
  if (fault !== undefined) return { ok: false, ...fault }
  const repeated: JsonFault[] = []
  const place = placeOf(tree.topNode.firstChild ?? tree.topNode, text, repeated)
  return { ok: true, value: JSON.parse(text), place, repeated }
}

function tooDeepAt(text: string): number | undefined {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (char === '"') inString = !inString
    else if (inString) at += char === '\\' ? 1 : 0
    else if (char === '}' || char === ']') depth -= 1
    else if (char === '{' || char === '[') {
      depth += 1
      if (depth > MAX_DEPTH) return at
    }
  }
  return undefined
}

/** Where a path leads: the value, or the last of its owners that is there. */
export function placeAt(root: JsonPlace, path: readonly (string | number)[]): JsonPlace {
  let place = root
  for (const key of path) {
    const next = typeof key === 'number' ? place.items?.[key] : place.members?.get(key)?.place
    if (next === undefined) return place
    place = next
  }
  return place
}

/** Where the key of a member stands; undefined for what is no member. */
export function keyAt(
  root: JsonPlace,
  path: readonly (string | number)[],
): { from: number; to: number } | undefined {
  const member = placeAt(root, path.slice(0, -1)).members?.get(String(path.at(-1)))
  return member && { from: member.keyFrom, to: member.keyTo }
}

function placeOf(node: Node, text: string, repeated: JsonFault[]): JsonPlace {
  const { from, to, name } = node
  if (name === 'Array') {
    const items = childrenOf(node).filter((child) => !/^[[\],]$/.test(child.name))
    return { from, to, items: items.map((item) => placeOf(item, text, repeated)) }
  }
  if (name !== 'Object') return { from, to }
  const members = new Map<string, { keyFrom: number; keyTo: number; place: JsonPlace }>()
  for (const { firstChild, lastChild } of node.getChildren('Property')) {
    if (firstChild === null || lastChild === null) continue
    const { from: keyFrom, to: keyTo } = firstChild
    const key = String(JSON.parse(text.slice(keyFrom, keyTo)))
    if (members.has(key))
      repeated.push({
        from: keyFrom,
        to: keyTo,
        message: `Duplicate key ${JSON.stringify(key)}. The last value wins.`,
      })
    members.set(key, { keyFrom, keyTo, place: placeOf(lastChild, text, repeated) })
  }
  return { from, to, members }
}

function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child)
  return children
}

/** Where the text stops being JSON; what the parser makes of the rest does not matter. */
function firstError(tree: Tree): number | undefined {
  let first: number | undefined
  tree.iterate({
    enter({ type, from }) {
      if (type.isError) first ??= from
      return first === undefined
    },
  })
  return first
}

/** What is wrong where the text stops being JSON, told by what stands before. */
function faultAt(error: number, tree: Tree, text: string): JsonFault {
  const from = error + (/^[ \t\n\r]*/.exec(text.slice(error))?.[0].length ?? 0)
  const before = text.slice(0, from).trimEnd().length
  const last = tree.resolveInner(before, -1)
  const isClosed = last.name === '}' || last.name === ']'
  const list = listAround(isClosed ? last.parent : last)
  const close = list?.name === 'Object' ? '}' : ']'
  const char = text[from]
  const fault = (message: string, to = from + 1) => ({
    from,
    to: Math.min(to, text.length),
    message,
  })

  // The parser takes `nullable` for `null` and something more.
  const isWord = ['True', 'False', 'Null'].includes(last.name)
  const word = isWord && last.to === from ? wordFault(last.from, text) : undefined
  if (word !== undefined && word.to > from) return word
  if (last.name === ',' && char === close) return fault(`Trailing comma before ${close}.`)
  if (last.name === 'PropertyName') return fault('Missing colon after the key.')
  if (last.name === '{' || (last.name === ',' && list?.name === 'Object'))
    return char === '"' ? stringFault(from, text) : fault('Expected a key in double quotes.')
  if (before === 0 || [':', '[', ','].includes(last.name)) {
    if (char === undefined) return fault('Unexpected end: expected a value.')
    if (char === '"') return stringFault(from, text)
    return wordFault(from, text) ?? fault('Expected a value.')
  }
  if (list === undefined) return fault('Unexpected text after the value.', text.length)
  return char === undefined
    ? fault(`Unexpected end: missing ${close}.`)
    : fault(`Expected a comma or ${close}.`)
}

/** The object or array that a node stands in, or whose bracket it is. */
function listAround(node: Node | null): Node | undefined {
  for (let at = node?.parent; at; at = at.parent)
    if (at.name === 'Object' || at.name === 'Array') return at
  return undefined
}

function wordFault(from: number, text: string): JsonFault | undefined {
  const [word] = /^[A-Za-z_$][\w$]*/.exec(text.slice(from)) ?? []
  if (word === undefined) return undefined
  const message = `Unexpected ${word}: strings need double quotes.`
  return { from, to: from + word.length, message }
}

function stringFault(from: number, text: string): JsonFault {
  let end = from + 1
  while (end < text.length && text[end] !== '"' && (text[end] ?? '') >= ' ')
    end += text[end] === '\\' ? 2 : 1
  const char = text[end]
  if (char === undefined || char === '\n')
    return { from, to: Math.min(end, text.length), message: 'Missing closing quote.' }
  if (char === '"')
    return { from, to: end + 1, message: 'Invalid escape. Use \\\\ for a backslash.' }
  const message = 'Control characters must be escaped, e.g. \\t.'
  return { from: end, to: end + 1, message }
}
