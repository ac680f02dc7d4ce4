import type { JsonObject } from '../../../../contract/json.ts'
import { validate } from '../../../../contract/validation.ts'
import type { z } from '../../../../contract/zod.ts'
import { inlineSchema } from '../../operations/openapi/json-schema.ts'

/** What a call has besides its arguments. */
export interface CallContext {
  signal: AbortSignal
  /** Says how far the call is, where the client asked to be told. */
  progress: (done: number, total: number) => void
}

/** A tool of the practice server: what it is listed as, and a call of it. */
export interface PracticeTool {
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
