import type { JsonValue } from '../../../../contract/json.ts'
import type { z } from '../../../../contract/zod.ts'
import type { Parameter } from './operation.ts'

/** The members of a query's schema as parameters, none of them required, with what each says. */
export function queryParameters<Shape extends Record<string, z.ZodMiniType>>(
  { shape }: z.ZodMiniObject<Shape>,
  meanings: Readonly<Record<keyof Shape & string, string>>,
  defaults: Readonly<Record<string, JsonValue>> = {},
): Parameter[] {
  return Object.entries(shape).map(([name, schema]): Parameter => {
    const fallback = defaults[name]
    return {
      name,
      in: 'query',
      description: meanings[name] ?? '',
      schema,
      ...(fallback === undefined ? {} : { default: fallback }),
    }
  })
}
