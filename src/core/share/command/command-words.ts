/** A word of a command line, without the quotes it was written in. */
export interface Word {
  text: string
  /** What a shell would have put in and the text doesn't hold: `$MODEL`, `$(date)`. */
  unknown: readonly string[]
}

/** The first command of a text, taken apart by the rules of its shell. */
export interface CommandWords {
  words: Word[]
  /** What feeds its standard input, where the text holds that. */
  stdin?: Word
  /** The text after it. */
  rest: string
  /** Typographic quotes and dashes that were read as the plain ones. */
  straightened?: number
}

/** Collects the parts of words: quoted stretches, plain characters, values that are not known. */
export class WordList {
  readonly words: Word[] = []
  #text: string | undefined
  #unknown: string[] = []

  /** Whether a word has begun. */
  get inWord(): boolean {
    return this.#text !== undefined
  }

  /** The word so far. */
  get current(): string {
    return this.#text ?? ''
  }

  add(text: string): void {
    this.#text = (this.#text ?? '') + text
  }

  /** Adds a value that isn't known, perhaps as it was written. */
  addUnknown(name: string, text = name): void {
    this.add(text)
    this.#unknown.push(name)
  }

  /** Ends the word that has begun, and returns it. */
  end(): Word | undefined {
    if (this.#text === undefined) return undefined
    const word = { text: this.#text, unknown: this.#unknown }
    this.words.push(word)
    this.#text = undefined
    this.#unknown = []
    return word
  }
}

/**
 * Where the option is that follows a line end, as where the marks of continued lines got lost: no command
 * begins with a hyphen. Undefined where something else follows.
 */
export function nextOption(source: string, lineEnd: number): number | undefined {
  const [blank] = matchAt(/\s*(?=-{1,2}[A-Za-z])/y, source, lineEnd) ?? []
  return blank === undefined ? undefined : lineEnd + blank.length
}

/** What a sticky expression matches at a place. */
export function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(source) ?? undefined
}

/**
 * Takes the first command of a text apart as cmd.exe and the program it starts would: carets first, then
 * quotes and backslashes. Also as browsers write it ("Copy as cURL (cmd)"), which double every backslash
 * and, some years ago, wrote carets inside of quotes. Undefined when a quote is left open.
 */
export function readCmdCommand(text: string): CommandWords | undefined {
  const line = readLine(text.replaceAll('\r\n', '\n'))
  const words = readArguments(line, isOfBrowser(text, line.text))
  return words && { words, rest: line.rest }
}

interface CmdLine {
  /** What the program gets. */
  text: string
  /** Variables in it, by where they stand. */
  variables: readonly { at: number; name: string }[]
  rest: string
}

/** Carets inside of quotes are meant, as browsers wrote them until 2023. */
const CARETS_IN_QUOTES = /\^(?:\\\^"|[&%])/

/** What cmd.exe makes of a text up to the end of its first command. */
function readLine(source: string): CmdLine {
  const everywhere = CARETS_IN_QUOTES.test(source)
  const variables: CmdLine['variables'][number][] = []
  let text = ''
  let isQuoted = false
  let backslashes = 0
  let at = 0
  while (at < source.length) {
    const char = source[at] ?? ''
    const option = char === '\n' ? nextOption(source, at) : undefined
    if (char === '^' && (!isQuoted || everywhere)) {
      const continued = matchAt(/\^[ \t]*\n(\n?)/y, source, at)
      text += continued?.[1] ?? source[at + 1] ?? ''
      at += continued?.[0].length ?? 2
    } else if (option !== undefined && !isQuoted) {
      text += ' '
      at = option
    } else if (!isQuoted && /[\n&|<>]/.test(char)) break
    else {
      const variable = char === '%' ? matchAt(/%[A-Za-z_]\w*%/y, source, at)?.[0] : undefined
      if (variable !== undefined) variables.push({ at: text.length, name: variable })
      // cmd itself knows no \\", but whoever writes it means a quote within quotes.
      if (char === '"' && backslashes % 2 === 0) isQuoted = !isQuoted
      backslashes = char === '\\' ? backslashes + 1 : 0
      text += variable ?? char
      at += variable?.length ?? 1
    }
  }
  return { text, variables, rest: source.slice(at) }
}

/** Whether every backslash was doubled, which a program does not undo unless a quote follows. */
function isOfBrowser(source: string, line: string): boolean {
  if (/^curl\S*\s{1,9}\^"|\s--?[\w-]+ \^"/i.test(source) || CARETS_IN_QUOTES.test(source))
    return true
  return line.includes('""') && (line.match(/\\+/g) ?? []).every((run) => run.length % 2 === 0)
}

/** Takes a line apart as the C library of Windows does. */
function readArguments({ text, variables }: CmdLine, isDoubled: boolean) {
  const list = new WordList()
  let isQuoted = false
  let at = 0
  let variable = 0
  while (at < text.length) {
    const char = text[at] ?? ''
    const { at: place, name } = variables[variable] ?? {}
    if (place === at && name !== undefined) {
      list.addUnknown(name)
      at += name.length
      variable += 1
    } else if (char === '\\') {
      const run = matchAt(/\\+/y, text, at)?.[0].length ?? 1
      const isBeforeQuote = text[at + run] === '"'
      const halved = isBeforeQuote || (isDoubled && run % 2 === 0)
      list.add('\\'.repeat(halved ? Math.floor(run / 2) : run))
      at += run
      if (isBeforeQuote && run % 2 === 1) {
        list.add('"')
        at += 1
      }
    } else if (char === '"') {
      const isDouble = isQuoted && text[at + 1] === '"'
      list.add(isDouble ? '"' : '')
      if (!isDouble) isQuoted = !isQuoted
      at += isDouble ? 2 : 1
    } else if (/\s/.test(char) && !isQuoted) {
      list.end()
      at += 1
    } else {
      list.add(char)
      at += 1
    }
  }
  list.end()
  return isQuoted ? undefined : list.words
}
