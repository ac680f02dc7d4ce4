import type { JsonObject } from '../../../contract/json.ts'
import { validate } from '../../../contract/validation.ts'
import type { z } from '../../../contract/zod.ts'
import { inlineSchema } from '../operations/openapi/json-schema.ts'

/** What a call has besides its arguments. */
export interface CallContext {
  signal: AbortSignal
  /** Says how far the call is, where the client asked to be told. */
  progress: (done: number, total: number) => void
}

interface PracticeTool {
  name: string
  description: string
  definition: JsonObject
  /** The result of a call; arguments that don't fit are a result that says so. */
  call(given: unknown, context: CallContext): Promise<JsonObject>
}

interface ToolOptions<I extends z.ZodMiniType> {
  name: string
  title: string
  description: string
  input: I
  output?: z.ZodMiniType
  readOnly: boolean
  run: (given: z.output<I>, context: CallContext) => JsonObject | Promise<JsonObject>
}

/** A tool whose arguments are checked before it runs. */
export function practiceTool<I extends z.ZodMiniType>({
  input,
  output,
  readOnly,
  run,
  ...about
}: ToolOptions<I>): PracticeTool {
  return {
    name: about.name,
    description: about.description,
    definition: {
      ...about,
      inputSchema: inlineSchema(input),
      ...(output === undefined ? {} : { outputSchema: inlineSchema(output) }),
      annotations: { readOnlyHint: readOnly, destructiveHint: false, openWorldHint: false },
    },
    call: async (given, context) => {
      const checked = validate(input, given)
      if (checked.ok) return run(checked.value, context)
      return failed(checked.issues.map(({ message }) => message).join(' '))
    },
  }
}

/** A result in text. */
export function textResult(text: string): JsonObject {
  return { content: [{ type: 'text', text }] }
}

/** A structured result, with the same as text for clients that know no other. */
export function structuredResult(structuredContent: JsonObject): JsonObject {
  return { ...textResult(JSON.stringify(structuredContent)), structuredContent }
}

/** The result of a call that failed. */
export function failed(text: string): JsonObject {
  return { ...textResult(text), isError: true }
}

/** How deep parentheses, signs and powers may be nested. */
const MAX_DEPTH = 50

class Unreadable extends Error {}

/** The value of an arithmetic expression; nothing of it is ever run as code. */
export function evaluate(text: string) {
  try {
    const value = parser(tokensOf(text)).whole()
    return Number.isFinite(value) ? value : { message: 'The result is not a finite number.' }
  } catch (error) {
    if (error instanceof Unreadable) return { message: error.message }
    throw error
  }
}

function tokensOf(text: string): string[] {
  const plain = text.replaceAll('×', '*').replaceAll('÷', '/').replaceAll('−', '-')
  const tokens = plain.match(/\d+(?:\.\d+)?(?:e[+-]?\d+)?|\.\d+|\*\*|[-+*/%^()]|\S/gi) ?? []
  return tokens.map((token) => (token === '**' ? '^' : token))
}

/** One function per rank of the operators, the loosest first. */
function parser(tokens: readonly string[]) {
  let at = 0
  let depth = 0
  const take = (...wanted: string[]): string | undefined => {
    const token = tokens[at]
    if (token === undefined || !wanted.includes(token)) return undefined
    at += 1
    return token
  }
  const nested = (read: () => number): number => {
    depth += 1
    if (depth > MAX_DEPTH) throw new Unreadable('The expression is nested too deeply.')
    const value = read()
    depth -= 1
    return value
  }
  const sum = (): number => {
    let value = product()
    for (let sign = take('+', '-'); sign !== undefined; sign = take('+', '-'))
      value = sign === '+' ? value + product() : value - product()
    return value
  }
  const product = (): number => {
    let value = signed()
    for (let sign = take('*', '/', '%'); sign !== undefined; sign = take('*', '/', '%')) {
      const next = signed()
      value = sign === '*' ? value * next : sign === '/' ? value / next : value % next
    }
    return value
  }
  const signed = (): number => {
    const sign = take('+', '-')
    if (sign === undefined) return power()
    const value = nested(signed)
    return sign === '-' ? -value : value
  }
  const power = (): number => {
    const base = atom()
    return take('^') === undefined ? base : base ** nested(signed)
  }
  const atom = (): number => {
    if (take('(') !== undefined) {
      const value = nested(sum)
      if (take(')') === undefined) throw new Unreadable('A closing parenthesis is missing.')
      return value
    }
    const token = tokens[at]
    if (token === undefined) throw new Unreadable('The expression ends too early.')
    const value = Number(token)
    if (Number.isNaN(value)) throw new Unreadable(`“${token}” is not expected here.`)
    at += 1
    return value
  }
  return {
    whole: (): number => {
      const value = sum()
      if (at < tokens.length) throw new Unreadable(`“${tokens[at]}” is not expected here.`)
      return value
    },
  }
}

const ABOUT_URI = 'practice://about'

/** How the image is listed and linked to. */
export const IMAGE_LINK = {
  uri: 'practice://image',
  name: 'image',
  title: 'Image',
  description: 'A small landscape.',
  mimeType: 'image/png',
}

const ABOUT = `# Practice tools

These tools run in the local service or in the page itself. They contact nothing, and the same call always has
the same result. The weather is made up, and the search knows only a small bundled corpus.
`

/** What `resources/list` lists. */
export const RESOURCES: JsonObject[] = [
  {
    uri: ABOUT_URI,
    name: 'about',
    title: 'About these tools',
    description: 'What the practice tools are.',
    mimeType: 'text/markdown',
  },
  IMAGE_LINK,
]

/** The contents of a resource; undefined where there is none of that address. */
export function readResource(uri: string): JsonObject | undefined {
  if (uri === ABOUT_URI) return { uri, mimeType: 'text/markdown', text: ABOUT }
  if (uri === IMAGE_LINK.uri) return { uri, mimeType: 'image/png', blob: PRACTICE_IMAGE }
  return undefined
}

/** A small landscape, 96 by 64 pixels: PNG as base64. */
export const PRACTICE_IMAGE =
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAABAAgMAAACYWpqdAAAADFBMVEVPfVwvXTz/0j9+yPBCYIdkAAAACXBIWXMAAAsTAAALEwEAmpwYAAAA5UlEQVQ4y9XSzQ2DMAwF4CdlgIyUKbpkemAEPE9PkXpDETT/QHmWKvWEj/nAz3KCTSncG1Y/c/DeU1gTzAyWBBODV4InA+97CC4RLeRfWApMv0B0CgSrgBgFAA4RcHTcoIEAVgNDlwi09K+1xwyOXFTIYMnVSgZDHgN2OD2fEtHS38cHFyqUdCFQ0is3EIyQ2KIqACMkADvEAwh6L4yIctSjCkgHW38e0M9TbhhjJxgR6VsZY5/BHVaAPRuHITLIBeoKNlyrQCSQeyEQyL0g4L1Ay2lgNTAapF7QekHrBa0XHkrdDD521Z5/+auhAQAAAABJRU5ErkJggg=='
