import { validate } from '../../../contract/validation.ts'
import { z } from '../../../contract/zod.ts'

/** What is wrong with a field, in a sentence that names it; undefined when nothing is. */
export function fieldError(
  name: string,
  schema: z.ZodMiniType,
  value: unknown,
): string | undefined {
  const validated = validate(z.object({ [name]: schema }), { [name]: value })
  return validated.ok ? undefined : (validated.issues[0]?.message ?? 'invalid value.')
}
