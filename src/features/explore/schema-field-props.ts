import type { ComponentType } from 'react'

import type { JsonValue } from '../../../contract/json.ts'
import type { ValueSchema } from '../../core/client/queries/openapi-schema.ts'

/** What a field at any depth needs. */
export interface SchemaFieldProps {
  /** Its whole path, which is its accessible name: `messages[0].content`. */
  path: string
  /** The last part of the path, as it stands on the screen. */
  name: string
  schema: ValueSchema
  required: boolean
  /** Undefined: not sent. */
  value: JsonValue | undefined
  onChange: (value: JsonValue | undefined) => void
  /** What is wrong, by path. */
  faults: ReadonlyMap<string, string>
}

/** What a control inside a field needs. */
export interface SchemaControlProps extends SchemaFieldProps {
  /** Of the words that explain the field. */
  describedBy: string
  invalid: boolean
}

/** For controls that hold controls: the one that chooses by schema. */
export interface NestingProps extends SchemaControlProps {
  Control: ComponentType<SchemaControlProps>
}
