import { isJsonObject, type JsonObject } from '../../json.ts'
import type { PaymentRequired } from './payment-required.ts'

/** Key of the x402 extension that names a payment, so that a service recognizes one that is sent again. */
const PAYMENT_IDENTIFIER = 'payment-identifier'

const ID = { least: 16, most: 128, pattern: '^[a-zA-Z0-9_-]+$' } as const

/** Longest declaration that is sent back, characters of JSON: a header has to hold it. */
const MAX_DECLARATION_CHARS = 2048

/** The extension as a service declares it that doesn't insist on it. */
export const PAYMENT_IDENTIFIER_DECLARATION: JsonObject = {
  [PAYMENT_IDENTIFIER]: {
    info: { required: false },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        required: { type: 'boolean' },
        id: { type: 'string', minLength: ID.least, maxLength: ID.most, pattern: ID.pattern },
      },
      required: ['required'],
    },
  },
}

/** What a service declares of the extension; undefined where it doesn't, or as nobody could send it back. */
export function declaredIdentifier({ extensions }: PaymentRequired): JsonObject | undefined {
  const declared = extensions?.[PAYMENT_IDENTIFIER]
  return isJsonObject(declared) &&
    isJsonObject(declared.info) &&
    JSON.stringify(declared).length <= MAX_DECLARATION_CHARS
    ? declared
    : undefined
}

/** The extensions of a payment with an identifier: the declaration goes back with it, as x402 wants. */
export function identifiedBy(declared: JsonObject, id: string): JsonObject {
  const info = isJsonObject(declared.info) ? declared.info : {}
  return { [PAYMENT_IDENTIFIER]: { ...declared, info: { ...info, id } } }
}

/** The identifier of a decoded payment; undefined without one, null for what is none. */
export function paymentIdentifierOf(payment: unknown): string | null | undefined {
  const extensions = isJsonObject(payment) ? payment.extensions : undefined
  const extension = isJsonObject(extensions) ? extensions[PAYMENT_IDENTIFIER] : undefined
  const id = isJsonObject(extension) && isJsonObject(extension.info) ? extension.info.id : undefined
  if (id === undefined || id === null) return undefined
  return typeof id === 'string' &&
    id.length >= ID.least &&
    id.length <= ID.most &&
    new RegExp(ID.pattern).test(id)
    ? id
    : null
}
