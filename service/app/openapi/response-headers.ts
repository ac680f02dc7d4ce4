import { RESPONSE_HEADERS } from '../../../contract/headers/catalogue.ts'
import type { HeaderSpec, HeaderType } from '../../../contract/headers/header-spec.ts'
import type { JsonObject } from '../../../contract/json.ts'

const SCHEMAS: Readonly<Record<HeaderType, JsonObject>> = {
  string: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'string', enum: ['true', 'false'] },
  date: { type: 'string', description: 'RFC 7231 date' },
  'iso-date': { type: 'string', description: 'ISO 8601' },
  'unix-time': { type: 'number', description: 'Unix time, s' },
  seconds: { type: 'number', description: 'Seconds' },
  'money-usd': { type: 'string', pattern: String.raw`^\d+\.\d+$` },
  'money-diem': { type: 'string', pattern: String.raw`^\d+\.\d+$` },
  'base64-json': {
    type: 'string',
    contentEncoding: 'base64',
    contentMediaType: 'application/json',
  },
  revision: { type: 'string', pattern: String.raw`^\d{8}\.\d{6}$` },
}

/** The headers of the contract that a choice takes, as a response of the document lists them. */
export function responseHeaders(takes: (spec: HeaderSpec) => boolean): JsonObject {
  return Object.fromEntries(
    RESPONSE_HEADERS.filter(takes)
      // An OpenAPI document says the content type by the name of the content.
      .filter(({ name }) => name !== 'Content-Type')
      .map(({ name, type, appears, meaning }) => [
        name,
        { description: `${meaning} Sent: ${appears}.`, schema: SCHEMAS[type] },
      ]),
  )
}
