import { z } from '../../../../contract/zod.ts'
import { failed, practiceTool } from './practice-tool.ts'

/** A call that always fails. */
export const fail = practiceTool({
  name: 'fail',
  title: 'Fail',
  description: 'Always fails, to show how a model and a client deal with it.',
  input: z.strictObject({ reason: z.optional(z.string().check(z.maxLength(200))) }),
  readOnly: false,
  run: ({ reason = 'it always does' }) => failed(`The tool failed: ${reason}.`),
})
