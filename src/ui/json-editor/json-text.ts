/** Where a value stands in a JSON text, in UTF-16 offsets, and where its members stand. */
export interface JsonPlace {
  from: number
  to: number
  members?: ReadonlyMap<string, { keyFrom: number; keyTo: number; place: JsonPlace }>
  items?: readonly JsonPlace[]
}

/** A place in the text with what is wrong there. */
interface JsonFault {
  from: number
  to: number
  message: string
}

/** A JSON text taken apart: its value with places, or the first fault. */
export type JsonReading =
  | { ok: true; value: unknown; place: JsonPlace; repeated: readonly JsonFault[] }
  | ({ ok: false } & JsonFault)

/** Deeper texts are refused rather than letting the reader run out of stack. */
const MOST_DEPTH = 500

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /[A-Za-z_$][\w$]*/y
const LITERALS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
])

class Fault extends Error {
  readonly from: number
  readonly to: number
  constructor(message: string, from: number, to: number) {
    super(message)
    this.from = from
    this.to = to
  }
}

/** Reads a JSON text strictly, as `JSON.parse` does, but keeps where everything stands. */
export function readJsonText(text: string): JsonReading {
  const reader = new Reader(text)
  try {
    const { value, place } = reader.whole()
    return { ok: true, value, place, repeated: reader.repeated }
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault
    const { from, to, message } = fault
    return { ok: false, from, to, message }
  }
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

interface Read {
  value: unknown
  place: JsonPlace
}

class Reader {
  readonly repeated: JsonFault[] = []
  readonly #text: string
  #at = 0
  #depth = 0

  constructor(text: string) {
    this.#text = text
  }

  whole(): Read {
    const read = this.#value()
    this.#space()
    if (this.#at < this.#text.length)
      throw this.#fault('Only one value may stand here; this is more.', this.#text.length)
    return read
  }

  #value(): Read {
    this.#space()
    const char = this.#text[this.#at]
    if (char === undefined) throw this.#fault('The text ends where a value should stand.')
    if (char === '{' || char === '[') {
      this.#depth += 1
      if (this.#depth > MOST_DEPTH) throw this.#fault(`Nested deeper than ${MOST_DEPTH} levels.`)
      const read = char === '{' ? this.#object() : this.#array()
      this.#depth -= 1
      return read
    }
    const from = this.#at
    const value = char === '"' ? this.#string() : this.#scalar()
    return { value, place: { from, to: this.#at } }
  }

  #object(): Read {
    const from = this.#at
    const value: Record<string, unknown> = {}
    const members = new Map<string, { keyFrom: number; keyTo: number; place: JsonPlace }>()
    this.#list('}', () => {
      const keyFrom = this.#at
      if (this.#text[keyFrom] !== '"') throw this.#fault('A name in "quotes" should stand here.')
      const key = this.#string()
      const keyTo = this.#at
      this.#space()
      if (this.#text[this.#at] !== ':') throw this.#fault('A colon should stand after the name.')
      this.#at += 1
      const read = this.#value()
      if (members.has(key))
        this.repeated.push({
          from: keyFrom,
          to: keyTo,
          message: `${JSON.stringify(key)} stands here twice; the last one counts.`,
        })
      members.set(key, { keyFrom, keyTo, place: read.place })
      Object.defineProperty(value, key, {
        value: read.value,
        enumerable: true,
        configurable: true,
        writable: true,
      })
    })
    return { value, place: { from, to: this.#at, members } }
  }

  #array(): Read {
    const from = this.#at
    const value: unknown[] = []
    const items: JsonPlace[] = []
    this.#list(']', () => {
      const read = this.#value()
      value.push(read.value)
      items.push(read.place)
    })
    return { value, place: { from, to: this.#at, items } }
  }

  /** Reads entries separated by commas, from the opening bracket to behind the closing one. */
  #list(close: '}' | ']', entry: () => void): void {
    this.#at += 1
    this.#space()
    if (this.#text[this.#at] === close) {
      this.#at += 1
      return
    }
    for (;;) {
      this.#space()
      if (this.#text[this.#at] === close)
        throw this.#fault(`A comma stands before this ${close}; take it out.`)
      entry()
      this.#space()
      const char = this.#text[this.#at]
      if (char === undefined) throw this.#fault(`The text ends before the closing ${close}.`)
      if (char !== ',' && char !== close)
        throw this.#fault(`A comma or ${close} should stand here.`)
      this.#at += 1
      if (char === close) return
    }
  }

  #string(): string {
    const from = this.#at
    let at = from + 1
    for (; this.#text[at] !== '"'; at += 1) {
      const char = this.#text[at]
      if (char === undefined || char === '\n') {
        this.#at = from
        throw this.#fault('The closing quote is missing.', at)
      }
      if (char === '\\') at += 1
      else if (char < ' ') {
        this.#at = at
        throw this.#fault('A control character must be written as an escape, such as \\t.')
      }
    }
    this.#at = at + 1
    try {
      return JSON.parse(this.#text.slice(from, this.#at)) as string
    } catch {
      throw new Fault('An escape that JSON does not know; \\\\ is a backslash.', from, this.#at)
    }
  }

  #scalar(): unknown {
    const number = this.#match(NUMBER)
    if (number !== undefined) return Number(number)
    const from = this.#at
    const word = this.#match(WORD)
    if (word !== undefined && LITERALS.has(word)) return LITERALS.get(word)
    this.#at = from
    throw this.#fault(
      word === undefined
        ? 'A value should stand here.'
        : `${word} is no JSON value; text stands in "quotes".`,
      from + (word?.length ?? 1),
    )
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const [found] = pattern.exec(this.#text) ?? []
    if (found !== undefined) this.#at += found.length
    return found
  }

  #space(): void {
    while (' \t\n\r'.includes(this.#text[this.#at] ?? '!')) this.#at += 1
  }

  #fault(message: string, to = this.#at + 1): Fault {
    const length = this.#text.length
    return new Fault(message, Math.min(this.#at, length), Math.min(to, length))
  }
}
