/** What a JSON text, perhaps unfinished, expects at a place. */
export interface CursorContext {
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
