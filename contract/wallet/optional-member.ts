import { z } from '../zod.ts'

/** An optional member. Servers in Python and Go write what they leave out as `null`: it is read as absent. */
export function optionalMember<Schema extends z.ZodMiniType>(schema: Schema) {
  type Value = z.output<Schema> | null | undefined
  const present = z.transform((value: Value) => (value ?? undefined) as z.output<Schema>)
  return z.optional(z.pipe(z.nullish(schema), present))
}

/** An object without its members that are `null`, see {@link optionalMember}. */
export function presentMembers(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null))
}
