/** A command line taken apart: its words, and the here-document that feeds standard input. */
export interface ShellCommand {
  words: string[]
  stdin?: string
}

/**
 * Takes one simple command apart as a POSIX shell would: quotes, backslashes, `$'…'`, continued
 * lines, comments, a here-document. Nothing is run: `$(…)` becomes nothing, variables stay as they are
 * written. Undefined when a quote is left open.
 */
export function readShellCommand(text: string): ShellCommand | undefined {
  const source = text.replace(/\r\n/g, '\n')
  const words: string[] = []
  let word: string | undefined
  let at = 0
  const add = (part: string) => {
    word = (word ?? '') + part
  }
  const endWord = () => {
    if (word !== undefined) words.push(word)
    word = undefined
  }
  while (at < source.length) {
    const char = source[at] ?? ''
    const rest = source.slice(at)
    if (rest.startsWith('\\\n')) at += 2
    else if (char === '#' && word === undefined) at = endOfLine(source, at)
    else if (rest.startsWith('<<')) {
      endWord()
      const stdin = hereDocument(rest)
      return stdin === undefined ? undefined : { words, stdin }
    } else if (char === '\n' || char === ';' || char === '|') {
      endWord()
      // One command is read; what follows it is another.
      if (words.length > 0) return { words }
      at += 1
    } else if (/\s/.test(char)) {
      endWord()
      at += 1
    } else {
      const quoted = readQuoted(rest)
      if (quoted === undefined) return undefined
      add(quoted.text)
      at += quoted.length
    }
  }
  endWord()
  return { words }
}

interface Quoted {
  text: string
  /** Characters of the source that it took. */
  length: number
}

/** One quoted stretch, or one plain character. */
function readQuoted(rest: string): Quoted | undefined {
  if (rest.startsWith("$'")) return ansiQuoted(rest)
  switch (rest[0]) {
    case "'": {
      const end = rest.indexOf("'", 1)
      return end < 0 ? undefined : { text: rest.slice(1, end), length: end + 1 }
    }
    case '"':
      return doubleQuoted(rest)
    case '\\':
      return { text: rest[1] ?? '', length: 2 }
    default:
      return { text: rest[0] ?? '', length: 1 }
  }
}

function doubleQuoted(rest: string): Quoted | undefined {
  const match = /^"((?:[^"\\]|\\[^])*)"/.exec(rest)
  if (match === null) return undefined
  return { text: expanded(match[1] ?? ''), length: match[0].length }
}

/** What double quotes and here-documents unescape, and what they would have run, left out. */
function expanded(text: string): string {
  return text.replace(/\\([\\$`"\n])|\$\([^)]*\)/g, (_, escaped: string | undefined) =>
    escaped === undefined || escaped === '\n' ? '' : escaped,
  )
}

const ANSI: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
}

function ansiQuoted(rest: string): Quoted | undefined {
  const match = /^\$'((?:[^'\\]|\\[^])*)'/.exec(rest)
  if (match === null) return undefined
  const text = (match[1] ?? '').replace(
    /\\(?:u([0-9a-fA-F]{1,4})|x([0-9a-fA-F]{1,2})|([^]))/g,
    (_, unicode?: string, hex?: string, char?: string) =>
      char === undefined
        ? String.fromCharCode(Number.parseInt(unicode ?? hex ?? '0', 16))
        : (ANSI[char] ?? char),
  )
  return { text, length: match[0].length }
}

function hereDocument(rest: string): string | undefined {
  const match = /^<<-?\s*(['"]?)(\w+)\1[^\n]*\n([^]*)$/.exec(rest)
  if (match === null) return undefined
  const [, quote, delimiter = '', after = ''] = match
  const lines = after.split('\n')
  const end = lines.findIndex((line) => line.trim() === delimiter)
  if (end < 0) return undefined
  const text = lines.slice(0, end).join('\n')
  return quote === '' ? hereExpanded(text) : text
}

/** In a here-document a quote needs no backslash, so one before it stays. */
function hereExpanded(text: string): string {
  return text.replace(/\\([\\$`\n])|\$\([^)]*\)/g, (_, escaped: string | undefined) =>
    escaped === undefined || escaped === '\n' ? '' : escaped,
  )
}

function endOfLine(source: string, at: number): number {
  const end = source.indexOf('\n', at)
  return end < 0 ? source.length : end
}
