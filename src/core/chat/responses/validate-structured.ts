import { Validator, type Schema, type SchemaDraft } from '@cfworker/json-schema'

import { readJson } from '../../../../contract/json.ts'
import type { RequestedSettings } from '../../storage/conversations/conversation.ts'

/** What was asked for: JSON of any shape, or by a schema. */
export type ResponseFormat = NonNullable<RequestedSettings['response_format']>

/** One fault of a value, by the JSON pointer of its place; '' is the whole answer. */
interface SchemaFault {
  path: string
  message: string
}

/** What became of an answer that was to be JSON. */
export type StructuredVerdict =
  | { kind: 'not-json' }
  | { kind: 'json' }
  | { kind: 'matches' }
  /** `count` of all there are; only the first are given. */
  | { kind: 'faults'; faults: readonly SchemaFault[]; count: number }
  | { kind: 'unusable-schema'; message: string }
  | { kind: 'unchecked'; message: string }

/** Faults that are given; a wrong long list has thousands. */
const LISTED = 50

/** Validates a finished response. Never throws. A pattern may take for ever: it belongs in a worker. */
export function validateStructured(text: string, format: ResponseFormat): StructuredVerdict {
  const value: unknown = readJson(text)
  if (value === undefined) return { kind: 'not-json' }
  const schema = schemaOf(format)
  if (schema === undefined)
    return format.type === 'json_object' && !isRecord(value)
      ? { kind: 'faults', faults: [{ path: '', message: 'Is not an object.' }], count: 1 }
      : { kind: 'json' }
  try {
    const { valid, errors } = new Validator(schema, draftOf(schema), false).validate(value)
    if (valid) return { kind: 'matches' }
    const faults = faultsOf(errors)
    return { kind: 'faults', faults: faults.slice(0, LISTED), count: faults.length }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { kind: 'unusable-schema', message }
  }
}

/** The schema stands under `json_schema.schema`; the contract's own sample puts it flat. */
function schemaOf(format: ResponseFormat): Schema | undefined {
  if (format.type !== 'json_schema') return undefined
  const holder: unknown = format.json_schema
  if (!isRecord(holder)) return undefined
  const inner = holder['schema']
  if (isRecord(inner)) return inner
  return 'type' in holder || 'properties' in holder || '$ref' in holder ? holder : undefined
}

const drafts: readonly [RegExp, SchemaDraft][] = [
  [/draft-04/, '4'],
  [/draft-0[67]/, '7'],
  [/2019-09/, '2019-09'],
]

function draftOf({ $schema }: Schema): SchemaDraft {
  return drafts.find(([pattern]) => pattern.test(String($schema)))?.[1] ?? '2020-12'
}

/** Keywords that only say that something below them is wrong. */
const holders = new Set(
  'properties patternProperties additionalProperties unevaluatedProperties items prefixItems additionalItems unevaluatedItems allOf $ref $recursiveRef $dynamicRef if then else dependentSchemas'.split(
    ' ',
  ),
)

interface ValidatorError {
  keyword: string
  instanceLocation: string
  error: string
}

function faultsOf(errors: readonly ValidatorError[]): SchemaFault[] {
  const leaves = errors.filter(({ keyword }) => !holders.has(keyword))
  const seen = new Set<string>()
  return (leaves.length > 0 ? leaves : errors).flatMap(({ keyword, instanceLocation, error }) => {
    const path = pointer(instanceLocation)
    const message = keyword === 'false' ? 'The schema allows nothing here.' : error
    const key = `${path} ${message}`
    if (seen.has(key)) return []
    seen.add(key)
    return [{ path, message }]
  })
}

function pointer(location: string): string {
  const path = location.startsWith('#') ? location.slice(1) : location
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
