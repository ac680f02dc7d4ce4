/** Where a text stops being JSON. */
export interface JsonFault {
  /** Index in the text, in UTF-16 units. */
  position: number
  /** Both counted from 1. */
  line: number
  column: number
  message: string
}

type Expected = 'value' | 'firstItem' | 'key' | 'firstKey' | 'colon' | 'comma' | 'end'

const blank = /[ \t\n\r]*/y
// oxlint-disable-next-line no-control-regex -- JSON forbids just these
const string = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[^"\\\u0000-\u001f]*)*"/y
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

const wanted: Record<Expected, string> = {
  value: 'a value',
  firstItem: 'a value or ]',
  key: 'a key in quotes',
  firstKey: 'a key in quotes or }',
  colon: 'a colon',
  comma: 'a comma or the end of the array or object',
  end: 'nothing more',
}

/** Where and why a text is not JSON; undefined where it is. Depth costs memory, not stack. */
export function jsonFault(text: string): JsonFault | undefined {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let at = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const length = pattern.exec(text)?.[0].length ?? 0
    at += length
    return length > 0
  }
  const after = (): Expected => (open.length === 0 ? 'end' : 'comma')
  for (;;) {
    take(blank)
    const char = text.charAt(at)
    if (char === '') {
      if (expected === 'end') return undefined
      return fault(text, at, `Unexpected end, expected ${wanted[expected]}`)
    }
    if ((char === ']' && expected === 'firstItem') || (char === '}' && expected === 'firstKey')) {
      open.pop()
      at += 1
      expected = after()
    } else if (expected === 'comma' && char === ',') {
      at += 1
      expected = open.at(-1) === '{' ? 'key' : 'value'
    } else if (expected === 'comma' && char === (open.at(-1) === '{' ? '}' : ']')) {
      open.pop()
      at += 1
      expected = after()
    } else if (expected === 'colon' && char === ':') {
      at += 1
      expected = 'value'
    } else if (expected === 'key' || expected === 'firstKey') {
      if (!take(string)) return fault(text, at, unexpected(char, expected))
      expected = 'colon'
    } else if (expected === 'value' || expected === 'firstItem') {
      if (char === '{' || char === '[') {
        open.push(char)
        at += 1
        expected = char === '{' ? 'firstKey' : 'firstItem'
      } else if (take(string) || take(scalar)) expected = after()
      else return fault(text, at, unexpected(char, expected))
    } else return fault(text, at, unexpected(char, expected))
  }
}

function unexpected(char: string, expected: Expected): string {
  if (char === '"') return 'Invalid string: check its end and its escapes'
  return `Unexpected ${JSON.stringify(char)}, expected ${wanted[expected]}`
}

function fault(text: string, position: number, message: string): JsonFault {
  const before = text.slice(0, position)
  const line = before.split('\n').length
  return { position, line, column: position - before.lastIndexOf('\n'), message }
}
