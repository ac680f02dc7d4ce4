import type { JsonValue } from './json.ts'
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
  | { kind: 'text'; minLength?: number; maxLength?: number }
  | { kind: 'list'; of: 'text' | 'number'; maxItems?: number }
  | { kind: 'structure'; shape: string }

/** What is said about a field besides its values. */
export interface FieldAbout {
  /** The name in words, as a form shows it. */
  label: string
  /** One line: what the field does. */
  meaning: string
  group: FieldGroup
  /** What the service does when the field is not sent. */
  default?: JsonValue
  /** Present when the contract discourages the field: what to use instead. */
  deprecated?: string
  required?: true
}

/** One request field: its place in the form, its meaning, and the schema that judges its value. */
export interface FieldRule<S extends z.ZodMiniType = z.ZodMiniType> extends FieldAbout {
  control: FieldControl
  schema: S
}

/** A table of field rules, keyed by wire name. */
export type FieldTable = Readonly<Record<string, FieldRule>>

interface NumberLimits {
  min?: number
  max?: number
  /** An exclusive lower limit: the value must be greater. */
  above?: number
  step?: number
}

function limitChecks({ min, max, above }: NumberLimits) {
  return [
    ...(min === undefined ? [] : [z.gte(min)]),
    ...(max === undefined ? [] : [z.lte(max)]),
    ...(above === undefined ? [] : [z.gt(above)]),
  ]
}

function numberControl(integer: boolean, limits: NumberLimits): FieldControl {
  return { kind: 'number', integer, step: integer ? 1 : 0.01, ...limits }
}

/** A field that holds any number within limits. */
export function numberField<const A extends FieldAbout>(limits: NumberLimits, about: A) {
  const schema = z.number().check(...limitChecks(limits))
  return { ...about, control: numberControl(false, limits), schema } satisfies FieldRule
}

/** A field that holds a whole number within limits. */
export function integerField<const A extends FieldAbout>(limits: NumberLimits, about: A) {
  const schema = z.int().check(...limitChecks(limits))
  return { ...about, control: numberControl(true, limits), schema } satisfies FieldRule
}

/** A field that is true or false. */
export function booleanField<const A extends FieldAbout>(about: A) {
  return { ...about, control: { kind: 'boolean' }, schema: z.boolean() } satisfies FieldRule
}

/** A field that takes one of a fixed list of words. */
export function choiceField<
  const V extends readonly [string, ...string[]],
  const A extends FieldAbout,
>(values: V, about: A) {
  return {
    ...about,
    control: { kind: 'choice', values },
    schema: z.enum(values),
  } satisfies FieldRule
}

/** A field that holds text; lengths in characters. */
export function textField<const A extends FieldAbout>(
  lengths: { minLength?: number; maxLength?: number },
  about: A,
) {
  const checks = [
    ...(lengths.minLength === undefined ? [] : [z.minLength(lengths.minLength)]),
    ...(lengths.maxLength === undefined ? [] : [z.maxLength(lengths.maxLength)]),
  ]
  const schema = z.string().check(...checks)
  return { ...about, control: { kind: 'text', ...lengths }, schema } satisfies FieldRule
}

/** A field edited as a list of texts or numbers. */
export function listField<S extends z.ZodMiniType, const A extends FieldAbout>(
  of: 'text' | 'number',
  limits: { maxItems?: number },
  schema: S,
  about: A,
) {
  return { ...about, control: { kind: 'list', of, ...limits }, schema } satisfies FieldRule
}

/** A field with members of its own; `shape` says which, in one line. */
export function structureField<S extends z.ZodMiniType, const A extends FieldAbout>(
  shape: string,
  schema: S,
  about: A,
) {
  return { ...about, control: { kind: 'structure', shape }, schema } satisfies FieldRule
}

type SchemasOf<T extends FieldTable> = {
  [K in keyof T]: T[K] extends { required: true }
    ? T[K]['schema']
    : z.ZodMiniExactOptional<T[K]['schema']>
}

/**
 * The object schema of a table: listed fields are judged by their rules, fields that are not
 * listed pass unjudged (contract, "Fields not listed here may be passed through").
 */
export function tableSchema<const T extends FieldTable>(table: T) {
  const shape = Object.fromEntries(
    Object.entries(table).map(([name, rule]) => [
      name,
      rule.required ? rule.schema : z.exactOptional(rule.schema),
    ]),
  )
  // The entries were mapped one by one; only the key-to-schema typing is lost on the way.
  return z.looseObject(shape as SchemasOf<T>)
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
      const { minLength, maxLength } = control
      if (minLength !== undefined && maxLength !== undefined)
        return `${minLength} to ${maxLength} characters`
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
