/** What the start of the last user message tells a built-in model to do. */
export interface Directives {
  /** Answer with exactly this many tokens. */
  tokens?: number
  /** Tokens per second; 0 means without any pause. */
  rate?: number
  /** Seconds to stay silent before the first token. */
  stallSeconds?: number
  /** Drop the connection after this many tokens. */
  cutAfter?: number
  /** Answer with this error status. */
  failStatus?: number
  /** Send an error event inside the stream, half way. */
  streamError?: true
  /** Answer with the Markdown fixture. */
  markdown?: true
  /** Answer with the request as JSON. */
  echo?: true
  /** Answer with what arrived and what is in force, in words. */
  report?: true
  /** Think first, whatever the model. */
  think?: true
  /** Call a tool, whatever the model. */
  tool?: true
  /** Cite sources, in both spellings. */
  refs?: true
}

/** A directive as it is written: `/tokens`. */
export type DirectiveName = keyof typeof NUMBERED | keyof typeof PLAIN

const MAX_TOKENS = 200_000
const MAX_STALL_SECONDS = 600
const MAX_DIRECTIVES = 100

const NUMBERED = {
  '/tokens': (n: number): Directives => ({ tokens: Math.min(n, MAX_TOKENS) }),
  '/rate': (n: number): Directives => ({ rate: n }),
  '/stall': (n: number): Directives => ({ stallSeconds: Math.min(n, MAX_STALL_SECONDS) }),
  '/cut': (n: number): Directives => ({ cutAfter: n }),
  '/fail': (n: number): Directives => ({ failStatus: n }),
} as const

const PLAIN = {
  '/stream-error': { streamError: true },
  '/markdown': { markdown: true },
  '/echo': { echo: true },
  '/report': { report: true },
  '/think': { think: true },
  '/tool': { tool: true },
  '/refs': { refs: true },
} as const satisfies Record<string, Directives>

/**
 * Reads the directives at the start of a text: `/tokens 200 /rate 50 tell me more`. Reading stops
 * at the first word that is not one; a number that is missing or not a number makes it a plain word.
 */
export function readDirectives(text: string): Directives {
  return splitDirectives(text).directives
}

/** The directives at the start of a text, and the text after them. */
export function splitDirectives(text: string): { directives: Directives; rest: string } {
  let found: Directives = {}
  let rest = text.trimStart()
  for (let read = 0; read < MAX_DIRECTIVES; read += 1) {
    const [whole, name = '', argument] =
      /^(\/[a-z-]+)(?:[ \t]+(\d{1,7}(?:\.\d{1,3})?)(?=\s|$))?(?=\s|$)\s*/.exec(rest) ?? []
    if (whole === undefined) return { directives: found, rest }
    if (isKey(NUMBERED, name)) {
      if (argument === undefined) return { directives: found, rest }
      found = {
        ...found,
        ...NUMBERED[name](
          name === '/stall' || name === '/rate' ? Number(argument) : Math.floor(Number(argument)),
        ),
      }
      rest = rest.slice(whole.length)
    } else if (isKey(PLAIN, name)) {
      found = { ...found, ...PLAIN[name] }
      // A number after a directive that takes none is text.
      rest = rest.slice(name.length).trimStart()
    } else return { directives: found, rest }
  }
  return { directives: found, rest }
}

function isKey<T extends object>(table: T, name: string): name is Extract<keyof T, string> {
  return Object.hasOwn(table, name)
}
