import { z } from './zod.ts'

/** The groups in which the settings form lists request fields. */
export type FieldGroup =
  | 'common'
  | 'sampling'
  | 'limits'
  | 'reasoning'
  | 'output'
  | 'tools'
  | 'advanced'
  | 'vendor'
  | 'image'

/** What a form shows for a field, and the limits it prints beside it. */
export type FieldControl =
  | { kind: 'number'; integer: boolean; min?: number; max?: number; above?: number; step: number }
  | { kind: 'boolean' }
  | { kind: 'choice'; values: readonly string[] }
  | {
      kind: 'text'
      minLength?: number
      maxLength?: number
      /** What every value matches, with the words for it: "printable ASCII". */
      pattern?: { of: RegExp; words: string }
    }
  | { kind: 'list'; of: 'text' | 'number'; maxItems?: number }
  | { kind: 'structure'; shape: string }

/** What is said about a field besides its values. */
export interface FieldAbout {
  /** The name in words, as a form shows it. */
  label: string
  /** One line: what the field does. Those of a chat request are in `field-meanings.ts`. */
  meaning?: string
  group: FieldGroup
  /** What the service does when the field is not sent. */
  default?: string | number | boolean | null
  /** Present when the contract discourages the field: what to use instead. */
  deprecated?: string
  required?: true
}

/** One request field: its place in the form, its meaning, and what it holds. */
export interface FieldRule extends FieldAbout {
  control: FieldControl
}

/** A table of field rules, keyed by wire name. Plain data: `field-schema.ts` validates by it. */
export type FieldTable = Readonly<Record<string, FieldRule>>

/** The value that a control makes; lists and structures have a schema that says so. */
export type ControlValue<C extends FieldControl> = C extends { kind: 'number' }
  ? number
  : C extends { kind: 'boolean' }
    ? boolean
    : C extends { kind: 'choice'; values: readonly (infer Word)[] }
      ? Word
      : C extends { kind: 'text' }
        ? string
        : unknown

type Control<K extends FieldControl['kind']> = Extract<FieldControl, { kind: K }>

interface NumberLimits {
  min?: number
  max?: number
  /** An exclusive lower limit: the value must be greater. */
  above?: number
  step?: number
}

function numberControl(integer: boolean, limits: NumberLimits): Control<'number'> {
  return { kind: 'number', integer, step: integer ? 1 : 0.01, ...limits }
}

/**
 * A field with any number within limits.
 * @example top_p: numberField({ min: 0, max: 1 }, { label: 'Top P', group: 'common', meaning: '…' })
 */
export function numberField<const A extends FieldAbout>(limits: NumberLimits, about: A) {
  return { ...about, control: numberControl(false, limits) }
}

/** A field that holds a whole number within limits. */
export function integerField<const A extends FieldAbout>(limits: NumberLimits, about: A) {
  return { ...about, control: numberControl(true, limits) }
}

/** A field that is true or false. */
export function booleanField<const A extends FieldAbout>(about: A) {
  return { ...about, control: { kind: 'boolean' } } satisfies FieldRule
}

/** A field that takes one of a fixed list of words. */
export function choiceField<
  const V extends readonly [string, ...string[]],
  const A extends FieldAbout,
>(values: V, about: A) {
  return { ...about, control: { kind: 'choice', values } } satisfies FieldRule
}

/** A field that holds text; lengths in characters. */
export function textField<const A extends FieldAbout>(
  limits: Omit<Control<'text'>, 'kind'>,
  about: A,
) {
  return { ...about, control: { kind: 'text', ...limits } } satisfies FieldRule
}

/** A field edited as a list of texts or numbers. */
export function listField<const A extends FieldAbout>(
  of: 'text' | 'number',
  limits: { maxItems?: number },
  about: A,
) {
  return { ...about, control: { kind: 'list', of, ...limits } } satisfies FieldRule
}

/** A field with members of its own; `shape` says which, in one line. */
export function structureField<const A extends FieldAbout>(shape: string, about: A) {
  return { ...about, control: { kind: 'structure', shape } } satisfies FieldRule
}

/** The limits of a control in words: "0 to 2", "at least 1", "up to 4". Empty when there are none. */
export function limitsInWords(control: FieldControl): string {
  switch (control.kind) {
    case 'number': {
      const { min, max, above } = control
      if (min !== undefined && max !== undefined) return `${min} to ${max}`
      if (min !== undefined) return `at least ${min}`
      if (above !== undefined) return `greater than ${above}`
      return max === undefined ? '' : `at most ${max}`
    }
    case 'text': {
      const { minLength, maxLength, pattern } = control
      if (minLength !== undefined && maxLength !== undefined)
        return `${minLength} to ${maxLength} characters${pattern === undefined ? '' : `, ${pattern.words}`}`
      if (minLength !== undefined)
        return minLength === 1 ? 'not empty' : `at least ${minLength} characters`
      return maxLength === undefined ? '' : `at most ${maxLength} characters`
    }
    case 'list':
      return control.maxItems === undefined ? '' : `up to ${control.maxItems}`
    case 'choice':
      return control.values.join(', ')
    case 'structure':
      return control.shape
    case 'boolean':
      return 'true or false'
  }
}

/** The fields of a table whose control does not say all about their values. */
type ShapedName<T extends FieldTable> = {
  [K in keyof T]: T[K]['control']['kind'] extends 'list' | 'structure' ? K : never
}[keyof T]

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
