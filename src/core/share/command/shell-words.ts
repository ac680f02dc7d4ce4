import { matchAt, nextOption, WordList, type CommandWords, type Word } from './command-words.ts'

/**
 * Takes the first simple command of a text apart as bash would: quotes, backslashes, `$'…'`, continued
 * lines (also with blanks behind the backslash), comments, redirections, a here-document. Nothing is
 * run, and variables stay as they are written. Undefined when a quote is left open.
 */
export function readShellCommand(text: string): CommandWords | undefined {
  const source = text.replaceAll('\r\n', '\n')
  const list = new WordList()
  let at = 0
  let stdin: Word | undefined
  /** What the next word is, where it is no word of the command. */
  let target: string | undefined
  let hereDocument: HereDocument | undefined
  const endWord = () => {
    const word = list.end()
    if (word === undefined || target === undefined) return
    list.words.pop()
    if (target === '<<<') stdin = word
    if (target === '<') stdin = { text: '', unknown: [`file ${word.text}`] }
    target = undefined
  }
  while (at < source.length) {
    const char = source[at] ?? ''
    const continued = char === '\\' ? matchAt(/\\[ \t\u00A0]*\n/y, source, at) : undefined
    const redirection = list.inWord ? undefined : matchAt(REDIRECTION, source, at)
    const option = char === '\n' && !hereDocument ? nextOption(source, at) : undefined
    if (continued) at += continued[0].length
    else if (char === '#' && !list.inWord) at = endOfLine(source, at)
    else if (redirection?.[1] === '<<') {
      hereDocument = { delimiter: redirection[3] ?? '', isQuoted: redirection[2] !== '' }
      at += redirection[0].length
    } else if (redirection !== undefined) {
      target = redirection[0]
      at += target.length
    } else if (char === '\n' && hereDocument !== undefined) {
      endWord()
      const read = readHereDocument(source, at + 1, hereDocument)
      return read && { words: list.words, stdin: read.text, rest: source.slice(read.end) }
    } else if (option !== undefined) {
      endWord()
      at = option
    } else if (isEnd(source, at, list.inWord)) {
      endWord()
      // One command is read; what follows it is another.
      if (list.words.length > 0) break
      at += 1
    } else if (/\s/.test(char)) {
      endWord()
      at += 1
    } else if (TYPOGRAPHIC.test(char) && (!list.inWord || list.current.endsWith('=')))
      return straightened(source)
    else {
      const next = readPart(source, at, list)
      if (next === undefined) return undefined
      at = next
    }
  }
  endWord()
  if (hereDocument !== undefined) return undefined
  return { words: list.words, ...(stdin && { stdin }), rest: afterPipes(source, at) }
}

interface HereDocument {
  delimiter: string
  isQuoted: boolean
}

/** `<<'EOF'`, `<<<`, `< file`, `> file`, `2>&1`; not `<token>`, which stands for something in documents. */
const REDIRECTION =
  /(?!<[\w -]{1,40}>)(?:<<<|(<<)-?[ \t]*(['"]?)([\w-]+)\2|<|(?:[0-9]|&)?>>?(?:&[0-9])?)/y

function isEnd(source: string, at: number, inWord: boolean): boolean {
  const char = source[at] ?? ''
  if (char === '&') return !inWord || /[\s&]|^$/.test(source[at + 1] ?? '')
  return char === '\n' || char === ';' || char === '|'
}

/** The text behind the programs that the response is piped to. */
function afterPipes(source: string, at: number): string {
  return source.slice(source[at] === '|' && source[at + 1] !== '|' ? endOfLine(source, at) : at)
}

/** Reads one quoted stretch, value or run of plain characters; where it ends, undefined where it doesn't. */
function readPart(source: string, at: number, list: WordList): number | undefined {
  const char = source[at] ?? ''
  if (char === "'") {
    const end = source.indexOf("'", at + 1)
    if (end < 0) return undefined
    list.add(source.slice(at + 1, end))
    return end + 1
  }
  if (char === '"') return readExpanded(source, at + 1, '"', list)
  if (char === '$' && source[at + 1] === "'") return readAnsi(source, at + 2, list)
  if (char === '$' && source[at + 1] === '"') return readExpanded(source, at + 2, '"', list)
  if (char === '$' || char === '`') return readValue(source, at, list)
  if (char === '\\') {
    list.add(source[at + 1] ?? '')
    return at + 2
  }
  const plain = matchAt(/[^\s'"$`\\;|&]+/y, source, at)?.[0] ?? char
  list.add(plain)
  return at + plain.length
}

/** Reads what stands in double quotes or in a here-document, to the quote or to the end. */
function readExpanded(
  source: string,
  begin: number,
  quote: '"' | '',
  list: WordList,
): number | undefined {
  list.add('')
  let at = begin
  while (at < source.length) {
    const char = source[at] ?? ''
    if (char === quote) return at + 1
    const plain = matchAt(quote === '' ? /[^\\$`]+/y : /[^"\\$`]+/y, source, at)?.[0]
    if (plain !== undefined) {
      list.add(plain)
      at += plain.length
    } else if (char === '\\') {
      const next = source[at + 1] ?? ''
      // In a here-document a quote needs no backslash, so one before it stays.
      if (!`\\$\`\n${quote}`.includes(next)) list.add(char)
      list.add(next === '\n' ? '' : next)
      at += 2
    } else {
      const next = char === '"' ? undefined : readValue(source, at, list)
      if (next === undefined) return undefined
      at = next
    }
  }
  return quote === '' ? at : undefined
}

/** A variable stays as it is written; what a command would have written is left out. */
function readValue(source: string, at: number, list: WordList): number | undefined {
  const variable = matchAt(/\$(?:\{[^}\n]{1,64}\}|[A-Za-z_]\w*|[0-9])/y, source, at)?.[0]
  if (variable !== undefined) {
    list.addUnknown(variable)
    return at + variable.length
  }
  const isBacktick = source[at] === '`'
  if (!isBacktick && source[at + 1] !== '(') {
    list.add('$')
    return at + 1
  }
  const end = isBacktick ? source.indexOf('`', at + 1) + 1 : endOfSubstitution(source, at + 2)
  if (end <= 0) return undefined
  list.addUnknown(source.slice(at, end), '')
  return end
}

/** Where `$(…)` ends; 0 where it doesn't. */
function endOfSubstitution(source: string, begin: number): number {
  let depth = 1
  for (let at = begin; at < source.length; at += 1) {
    const char = source[at]
    if (char === '\\') at += 1
    else if (char === "'") {
      at = source.indexOf("'", at + 1)
      if (at < 0) return 0
    } else if (char === '(') depth += 1
    else if (char === ')') depth -= 1
    if (depth === 0) return at + 1
  }
  return 0
}

const ANSI: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  e: '\u001B',
  E: '\u001B',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/** Reads the rest of `$'…'`. */
function readAnsi(source: string, begin: number, list: WordList): number | undefined {
  list.add('')
  let bytes: number[] = []
  const endBytes = () => {
    if (bytes.length > 0) list.add(bytesAsText(bytes))
    bytes = []
  }
  let at = begin
  while (at < source.length) {
    const byte = matchAt(/\\(?:x([0-9A-Fa-f]{1,2})|([0-7]{1,3}))/y, source, at)
    if (byte !== undefined) {
      const [whole, hex, octal = '0'] = byte
      bytes.push(hex === undefined ? Number.parseInt(octal, 8) & 0xff : Number.parseInt(hex, 16))
      at += whole.length
      continue
    }
    endBytes()
    const plain = matchAt(/[^'\\]+/y, source, at)?.[0]
    if (plain !== undefined) {
      list.add(plain)
      at += plain.length
      continue
    }
    if (source[at] === "'") return at + 1
    const code = matchAt(/\\(?:u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|c([^]))/y, source, at)
    if (code === undefined) {
      const char = source[at + 1] ?? ''
      list.add(
        Object.hasOwn(ANSI, char)
          ? (ANSI[char] ?? '')
          : `\\'"?`.includes(char)
            ? char
            : `\\${char}`,
      )
      at += 2
    } else {
      const [whole, short, long, control] = code
      // Half a character is joined to its other half, as browsers write both.
      list.add(
        control === undefined
          ? characterOf(Number.parseInt(short ?? long ?? '0', 16))
          : String.fromCharCode(control.charCodeAt(0) & 0x1f),
      )
      at += whole.length
    }
  }
  return undefined
}

function characterOf(code: number): string {
  return code > 0x10_ff_ff ? '\uFFFD' : String.fromCodePoint(code)
}

/** Bytes as the UTF-8 they are in a shell; some browsers write characters below 256 in the same way. */
function bytesAsText(bytes: readonly number[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(new Uint8Array(bytes))
  } catch {
    return bytes.map((byte) => String.fromCharCode(byte)).join('')
  }
}

function readHereDocument(
  source: string,
  begin: number,
  { delimiter, isQuoted }: HereDocument,
): { text: Word; end: number } | undefined {
  for (let line = begin; line < source.length; line = endOfLine(source, line) + 1) {
    const end = endOfLine(source, line)
    if (source.slice(line, end).trim() !== delimiter) continue
    const list = new WordList()
    const text = source.slice(begin, Math.max(begin, line - 1))
    if (isQuoted) list.add(text)
    else if (readExpanded(text, 0, '', list) === undefined) return undefined
    return { text: list.end() ?? { text: '', unknown: [] }, end }
  }
  return undefined
}

const TYPOGRAPHIC = /[“”„‟‘’‚‛]/

/** A word processor's quotes as the plain ones they were, without the apostrophes of words. */
function straightened(source: string): CommandWords | undefined {
  let count = 0
  const text = source.replace(/[“”„‟]|(?<!\p{L})[‘’‚‛]|[‘’‚‛](?!\p{L})/gu, (quote) => {
    count += 1
    return /[“”„‟]/.test(quote) ? '"' : "'"
  })
  const read = TYPOGRAPHIC.test(source) && count > 0 ? readShellCommand(text) : undefined
  return read && { ...read, straightened: count }
}

function endOfLine(source: string, at: number): number {
  const end = source.indexOf('\n', at)
  return end < 0 ? source.length : end
}
