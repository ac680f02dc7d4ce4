import { matchAt, nextOption, WordList, type CommandWords, type Word } from './command-words.ts'

/** A word of PowerShell; a table of texts, `@{ name = 'value' }`, has no text. */
export interface PowerShellWord extends Word {
  table?: readonly (readonly [name: string, value: Word])[]
}

/** The first command of a text as PowerShell reads it. */
export interface PowerShellCommand extends CommandWords {
  words: PowerShellWord[]
}

/**
 * Takes the first command of a text apart as PowerShell would: quotes with backticks, here-strings,
 * tables of texts, continued lines. Nothing is run, and variables stay as they are written. Undefined
 * where a quote is left open or something in it is more than a text.
 */
export function readPowerShellCommand(text: string): PowerShellCommand | undefined {
  const source = text.replaceAll('\r\n', '\n')
  const words: PowerShellWord[] = []
  let at = 0
  while (at < source.length) {
    const char = source[at] ?? ''
    const continued = matchAt(/`[ \t]*\n/y, source, at)
    const option = char === '\n' ? nextOption(source, at) : undefined
    if (continued !== undefined) at += continued[0].length
    else if (option !== undefined) at = option
    else if (/[\n;|]/.test(char)) {
      if (words.length > 0) break
      at += 1
    } else if (char === '#') at = endOfLine(source, at)
    else if (/\s/.test(char)) at += 1
    else {
      const read = readWord(source, at)
      if (read === undefined) return undefined
      words.push(read.word)
      at = read.end
    }
  }
  const rest = source.slice(source[at] === '|' ? endOfLine(source, at) : at)
  return { words, rest }
}

interface ReadWord {
  word: PowerShellWord
  end: number
}

const BYTES = /\(\s*\[(?:System\.)?Text\.Encoding\]::UTF8\.GetBytes\(\s*/iy

function readWord(source: string, begin: number, stop = /[\s;|,)}]/): ReadWord | undefined {
  if (source.startsWith('@{', begin)) return readTable(source, begin + 2)
  const bytes = matchAt(BYTES, source, begin)
  if (bytes !== undefined) {
    const inner = begin + bytes[0].length
    const read = isNested(source, inner) ? undefined : readWord(source, inner)
    const end = read && matchAt(/\s*\)\s*\)/y, source, read.end)
    return end && { word: read.word, end: read.end + end[0].length }
  }
  const here = matchAt(/@(['"])[ \t]*\n/y, source, begin)
  if (here !== undefined) {
    const start = begin + here[0].length
    const end = source.indexOf(`\n${here[1]}@`, start - 1)
    if (end < 0) return undefined
    const list = new WordList()
    const text = source.slice(start, Math.max(start, end))
    if (here[1] === "'") list.add(text)
    else if (readDouble(`${text}"`, 0, list, false) === undefined) return undefined
    return { word: list.end() ?? { text: '', unknown: [] }, end: end + 3 }
  }
  const list = new WordList()
  let at = begin
  while (at < source.length && !stop.test(source[at] ?? '')) {
    const next = readPart(source, at, list)
    if (next === undefined) return undefined
    at = next
  }
  const word = list.end()
  return word && { word, end: at }
}

function readPart(source: string, at: number, list: WordList): number | undefined {
  const char = source[at] ?? ''
  if (/['‘’‚‛]/.test(char)) return readSingle(source, at + 1, list)
  if (/["“”]/.test(char)) return readDouble(source, at + 1, list, true)
  if (char === '$') return readValue(source, at, list)
  // Anything in parentheses is run.
  if (char === '(' || char === '@') return undefined
  if (char === '`') {
    list.add(source[at + 1] ?? '')
    return at + 2
  }
  const plain = matchAt(/[^\s'"‘’‚‛“”$`;|,(){}@=]+/y, source, at)?.[0] ?? char
  list.add(plain)
  return at + plain.length
}

function readSingle(source: string, begin: number, list: WordList): number | undefined {
  list.add('')
  let at = begin
  while (at < source.length) {
    const plain = matchAt(/[^'‘’‚‛]+/y, source, at)?.[0] ?? ''
    at += plain.length
    list.add(plain)
    if (!/['‘’‚‛]/.test(source[at + 1] ?? '')) return at < source.length ? at + 1 : undefined
    list.add(source[at] ?? '')
    at += 2
  }
  return undefined
}

const ESCAPES: Readonly<Record<string, string>> = {
  0: '\0',
  a: '\u0007',
  b: '\b',
  e: '\u001B',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/** Reads to the closing quote; `ends` is whether quotes inside need to be escaped. */
function readDouble(
  source: string,
  begin: number,
  list: WordList,
  ends: boolean,
): number | undefined {
  list.add('')
  let at = begin
  while (at < source.length) {
    const char = source[at] ?? ''
    const plain = matchAt(/[^"“”$`]+/y, source, at)?.[0]
    if (plain !== undefined) {
      list.add(plain)
      at += plain.length
    } else if (char === '`') {
      const code = matchAt(/`u\{([0-9A-Fa-f]{1,6})\}/y, source, at)
      const next = source[at + 1] ?? ''
      const number = Number.parseInt(code?.[1] ?? '', 16)
      if (code !== undefined)
        list.add(number > 0x10_ff_ff ? '\uFFFD' : String.fromCodePoint(number))
      else list.add(Object.hasOwn(ESCAPES, next) ? (ESCAPES[next] ?? '') : next)
      at += code?.[0].length ?? 2
    } else if (char === '$') {
      const next = readValue(source, at, list)
      if (next === undefined) return undefined
      at = next
    } else if (!ends && at < source.length - 1) {
      list.add(char)
      at += 1
    } else if (ends && /["“”]/.test(source[at + 1] ?? '')) {
      list.add(char)
      at += 2
    } else return at + 1
  }
  return undefined
}

/** A variable stays as it is written; `$([char]233)` is a character, any other `$(…)` is more than a text. */
function readValue(source: string, at: number, list: WordList): number | undefined {
  const variable = matchAt(/\$(?:\{[^}\n]{1,64}\}|(?:[A-Za-z]+:)?\w+)/y, source, at)?.[0]
  if (variable !== undefined) {
    const isWord = /^\$(?:true|false|null)$/i.test(variable)
    if (isWord) list.add(variable)
    else list.addUnknown(variable)
    return at + variable.length
  }
  const character = matchAt(/\$\(\s*\[char\]\s*(0x[0-9A-Fa-f]{1,4}|[0-9]{1,5})\s*\)/iy, source, at)
  if (character !== undefined) {
    list.add(String.fromCharCode(Number(character[1])))
    return at + character[0].length
  }
  if (source[at + 1] === '(') return undefined
  list.add('$')
  return at + 1
}

/** What is within a table or a conversion is a plain word: nobody writes another one there, and any depth of them would be read. */
function isNested(source: string, at: number): boolean {
  return source.startsWith('@{', at) || matchAt(BYTES, source, at) !== undefined
}

function readTable(source: string, begin: number): ReadWord | undefined {
  const table: [string, Word][] = []
  let at = begin
  while (at < source.length) {
    at += matchAt(/[\s;]*/y, source, at)?.[0].length ?? 0
    if (source[at] === '}') return { word: { text: '', unknown: [], table }, end: at + 1 }
    if (isNested(source, at)) return undefined
    const key = readWord(source, at, /[\s;|,)}=]/)
    const sign = key && matchAt(/\s*=\s*/y, source, key.end)
    const start = (key?.end ?? 0) + (sign?.[0].length ?? 0)
    const value = sign && !source.startsWith('@{', start) ? readWord(source, start) : undefined
    if (value === undefined) return undefined
    table.push([key?.word.text ?? '', value.word])
    at = value.end
  }
  return undefined
}

function endOfLine(source: string, at: number): number {
  const end = source.indexOf('\n', at)
  return end < 0 ? source.length : end
}
