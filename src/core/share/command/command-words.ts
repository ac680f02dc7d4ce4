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
