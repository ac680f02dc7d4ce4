import type { ControlValue, FieldControl, FieldTable } from './field-rule.ts'
import { z } from './zod.ts'

/** The fields of a table whose control does not say all about their values. */
type ShapedName<T extends FieldTable> = {
  [K in keyof T]: T[K]['control']['kind'] extends 'list' | 'structure' ? K : never
}[keyof T]

/** A schema for each list and structure of a table. */
type ShapedSchemas<T extends FieldTable> = Readonly<Record<ShapedName<T>, z.ZodMiniType>>

type SchemaOf<T extends FieldTable, S, K extends keyof T> = K extends keyof S
  ? Extract<S[K], z.ZodMiniType>
  : z.ZodMiniType<ControlValue<T[K]['control']>>

type SchemasOf<T extends FieldTable, S> = {
  -readonly [K in keyof T]: T[K] extends { required: true }
    ? SchemaOf<T, S, K>
    : z.ZodMiniExactOptional<SchemaOf<T, S, K>>
}

/**
 * The object schema of a table: listed fields are validated by their rules, fields that are not
 * listed pass unvalidated (contract, "Fields not listed here may be passed through").
 */
export function tableSchema<const T extends FieldTable, S extends ShapedSchemas<T>>(
  table: T,
  shaped: S,
) {
  const shape = Object.fromEntries(
    Object.entries(table).map(([name, rule]) => {
      const schema = schemaOfField(name, rule.control, shaped)
      return [name, rule.required ? schema : z.exactOptional(schema)]
    }),
  )
  // The entries were mapped one by one; only the key-to-schema typing is lost on the way.
  return z.looseObject(shape as SchemasOf<T, S>)
}

function schemaOfField(
  name: string,
  control: FieldControl,
  shaped: Readonly<Record<string, z.ZodMiniType>>,
): z.ZodMiniType {
  switch (control.kind) {
    case 'number': {
      const { integer, min, max, above } = control
      return (integer ? z.int() : z.number()).check(
        ...(min === undefined ? [] : [z.gte(min)]),
        ...(max === undefined ? [] : [z.lte(max)]),
        ...(above === undefined ? [] : [z.gt(above)]),
      )
    }
    case 'boolean':
      return z.boolean()
    case 'choice':
      return z.enum(control.values)
    case 'text': {
      const { minLength, maxLength, pattern } = control
      return z
        .string()
        .check(
          ...(minLength === undefined ? [] : [z.minLength(minLength)]),
          ...(maxLength === undefined ? [] : [z.maxLength(maxLength)]),
          ...(pattern === undefined
            ? []
            : [
                z.refine<string>((value) => pattern.of.test(value), {
                  error: `must be ${pattern.words}`,
                }),
              ]),
        )
    }
    case 'list':
    case 'structure': {
      const schema = shaped[name]
      if (schema === undefined) throw new Error(`The field ${name} has no schema.`)
      return schema
    }
  }
}
