import type { JsonValue } from '../../../../contract/json.ts'
import { z } from '../../../../contract/zod.ts'
import type { ToolContent } from '../../tools/tool.ts'
import type { ToolStep } from '../conversations/conversation.ts'

type Steps = Readonly<Record<number, ToolStep>>

const text = z.string()
const name = z.string().check(z.maxLength(2_000))
const time = z.number().check(z.gte(0), z.lte(8_640_000_000_000_000))
const value = z.custom<JsonValue>((one) => one !== undefined)

const contentSchema: z.ZodMiniType<ToolContent> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text }),
  z.object({ type: z.enum(['image', 'audio']), mimeType: name, base64: text }),
  z.object({
    type: z.literal('resource'),
    uri: text,
    mimeType: z.exactOptional(name),
    text: z.exactOptional(text),
    base64: z.exactOptional(text),
  }),
  z.object({
    type: z.literal('resource_link'),
    uri: text,
    name: text,
    description: z.exactOptional(text),
    mimeType: z.exactOptional(name),
  }),
  z.object({ type: z.literal('unknown'), value }),
])

const tool = {
  tool: name,
  source: z.object({ kind: z.enum(['mcp', 'snippet', 'canned', 'by_hand']), name }),
}
const times = { startedAt: time, endedAt: time }
const answered = { ...tool, state: z.literal('answered') }

/** Steps that something came of; what was only asked or allowed is of the browser it was allowed in. */
const stepSchema = z.union([
  z.object({
    ...tool,
    state: z.literal('called'),
    startedAt: time,
    isStopped: z.exactOptional(z.literal(true)),
  }),
  z.object({
    ...answered,
    ...times,
    by: z.literal('tool'),
    result: z.object({
      content: z.array(contentSchema).check(z.maxLength(10_000)),
      structured: z.exactOptional(value),
      isError: z.boolean(),
    }),
  }),
  z.object({
    ...answered,
    ...times,
    by: z.literal('failure'),
    message: text,
    reachedTool: z.boolean(),
  }),
  z.object({ ...answered, by: z.literal('invalid'), message: text }),
  z.object({ ...answered, by: z.enum(['denied', 'person']) }),
])

/** Steps in a file: what became of calls, not where their tools are. What would allow something is left out. */
export function portableSteps(steps: Readonly<Record<string, unknown>>): Steps {
  return Object.fromEntries(
    Object.entries(steps).flatMap(([index, step]): [string, ToolStep][] => {
      const { data } = z.safeParse(stepSchema, step)
      return data === undefined ? [] : [[index, { ...data, hash: '' }]]
    }),
  )
}
