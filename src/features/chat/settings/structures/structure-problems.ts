import { validate } from '../../../../../contract/validation.ts'
import { z } from '../../../../../contract/zod.ts'
import type { JsonProblem } from '../../../../ui/json-editor/diagnose.ts'

/** What is wrong with the value of a structure, in the sentences of the panel, by the place inside it. */
export function structureProblems(
  name: string,
  schema: z.ZodMiniType,
  value: unknown,
): JsonProblem[] {
  const judged = validate(z.looseObject({ [name]: schema }), { [name]: value })
  if (judged.ok) return []
  return judged.issues.map(({ path, message }) => ({
    path: path.slice(1),
    message,
    severity: 'error',
  }))
}
