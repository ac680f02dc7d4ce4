import type { FieldTable } from '../../../../contract/field-rule.ts'
import type { HeaderGroup } from '../../../../contract/headers/header-spec.ts'
import type { JsonObject, JsonValue } from '../../../../contract/json.ts'
import type { z } from '../../../../contract/zod.ts'

/** A schema under the name that it has in `#/components/schemas`. */
export interface NamedSchema {
  name: string
  schema: z.ZodMiniType
  /** Says more of the members than the schema does: their meanings and defaults. */
  fields?: FieldTable
  /** Members that a form sends as files. */
  files?: readonly string[]
}

/** One parameter in the path or after the `?`. */
export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: true
  description: string
  schema: z.ZodMiniType
  default?: JsonValue
}

/** What an answer or a body is, by media type: JSON of a schema, or text or bytes as such. */
export type Content = NamedSchema | 'text' | 'bytes'

/** A body with something that can be sent as it stands. */
export interface BodyContent {
  schema: NamedSchema
  example: JsonObject | readonly JsonObject[]
}

/**
 * Who may call: anyone; a key; a key or a signed-in wallet; that wallet itself; or whoever sends a
 * payment.
 */
export type Access = 'anyone' | 'key' | 'key or wallet' | 'wallet' | 'payment'

/** One operation of the service, as the document describes it. */
export interface Operation {
  method: 'get' | 'post'
  /** Below the base address, with names in braces. */
  path: string
  operationId: string
  tag: string
  summary: string
  description?: string
  access: Access
  parameters?: readonly Parameter[]
  /** Bodies by media type. */
  body?: Readonly<Record<string, BodyContent>>
  /** What a success answers, by media type. */
  answers: Readonly<Record<string, Content>>
  /** Groups of response headers besides those that every answer has. */
  headers?: readonly HeaderGroup[]
  /** Error statuses besides those that follow from the access and the body. */
  errors?: readonly number[]
}
