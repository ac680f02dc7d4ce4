import {
  contentPartSchema,
  messageSchema,
  toolCallSchema,
} from '../../../../contract/chat/messages.ts'
import { describedVendorFields } from '../../../../contract/chat/request/field-meanings.ts'
import {
  toolSchema,
  vendorParametersSchema,
} from '../../../../contract/chat/request/request-structures.ts'
import { choiceSchema, costSchema, usageSchema } from '../../../../contract/chat/response.ts'
import {
  contentPolicyErrorSchema,
  detailedErrorSchema,
  payloadTooLargeSchema,
  standardErrorSchema,
  topUpErrorSchema,
} from '../../../../contract/errors/error-body.ts'
import { RESPONSE_HEADERS } from '../../../../contract/headers/catalogue.ts'
import type { HeaderSpec, HeaderType } from '../../../../contract/headers/header-spec.ts'
import { given } from '../../../../contract/json.ts'
import type { JsonObject, JsonValue } from '../../../../contract/json.ts'
import { modelSchema, priceSchema } from '../../../../contract/models/model.ts'
import { transactionSchema } from '../../../../contract/wallet/balance.ts'
import {
  paymentRequiredSchema,
  paymentRequirementSchema,
  signInChallengeSchema,
  walletPaymentRequiredSchema,
} from '../../../../contract/wallet/payment/payment-required.ts'
import { REVISION } from '../../http/respond.ts'
import {
  type Access,
  type BodyContent,
  componentSchemas,
  type Content,
  inlineSchema,
  type NamedSchema,
  type Operation,
  reference,
} from './json-schema.ts'

const SECURITY: Readonly<Record<Access, JsonValue[]>> = {
  anyone: [{}, { apiKey: [] }],
  key: [{ apiKey: [] }],
  'key or wallet': [{ apiKey: [] }, { signInWithX: [] }],
  wallet: [{ signInWithX: [] }],
  payment: [{ payment: [] }, {}],
}

const SECURITY_SCHEMES = {
  apiKey: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer <API_KEY>.' },
  signInWithX: {
    type: 'apiKey',
    in: 'header',
    name: 'SIGN-IN-WITH-X',
    description: 'A signed wallet sign-in as base64 JSON; valid once.',
  },
  payment: {
    type: 'apiKey',
    in: 'header',
    name: 'PAYMENT-SIGNATURE',
    description:
      'A signed USDC payment as base64 JSON. Without it, the payment options are returned.',
  },
}

/** The OpenAPI 3.1 document of operations. References lead to `#/components/schemas` only. */
export function openApiDocument(operations: readonly Operation[]): JsonObject {
  const paths: Record<string, JsonObject> = {}
  for (const operation of operations)
    paths[operation.path] = { ...paths[operation.path], [operation.method]: described(operation) }
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Inference service',
      version: REVISION,
      description: 'All endpoints of this service, generated from its validation schemas.',
    },
    servers: [{ url: '/api/v1' }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: componentSchemas(schemasOf(operations)),
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

const INNER_SCHEMAS: readonly NamedSchema[] = [
  { name: 'Message', schema: messageSchema },
  { name: 'ContentPart', schema: contentPartSchema },
  { name: 'Tool', schema: toolSchema },
  { name: 'ToolCall', schema: toolCallSchema },
  { name: 'VendorParameters', schema: vendorParametersSchema, fields: describedVendorFields },
  { name: 'Usage', schema: usageSchema },
  { name: 'Cost', schema: costSchema },
  { name: 'Choice', schema: choiceSchema },
  { name: 'Model', schema: modelSchema },
  { name: 'Price', schema: priceSchema },
  { name: 'Transaction', schema: transactionSchema },
]

function schemasOf(operations: readonly Operation[]): NamedSchema[] {
  const own = operations.flatMap(({ body = {}, answers }) => [
    ...Object.values(body).map(({ schema }) => schema),
    ...Object.values(answers).filter((content) => typeof content !== 'string'),
  ])
  return [...INNER_SCHEMAS, ...own, ...ERROR_SCHEMAS]
}

function described(operation: Operation): JsonObject {
  const { operationId, tag, summary, description, access, parameters = [], body } = operation
  return {
    operationId,
    tags: [tag],
    summary,
    ...given({ description }),
    security: SECURITY[access],
    parameters: parameters.map(({ schema, default: fallback, ...parameter }) => ({
      ...parameter,
      required: parameter.required === true,
      schema: { ...inlineSchema(schema), ...given({ default: fallback }) },
    })),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: mapped(body, bodyContent) } }),
    responses: responsesOf(operation),
  }
}

function bodyContent({ schema, example }: BodyContent): JsonObject {
  return { schema: reference(schema), example: example as JsonValue }
}

function answerContent(content: Content): JsonObject {
  if (content === 'text') return { schema: { type: 'string' } }
  if (content === 'bytes') return { schema: { type: 'string', format: 'binary' } }
  return { schema: reference(content) }
}

function responsesOf({ access, body, answers, headers = [], errors = [] }: Operation): JsonObject {
  const always = (spec: HeaderSpec) => spec.appears === 'always' || spec.name === 'Content-Encoding'
  const isFile = Object.values(answers).some((content) => typeof content === 'string')
  const statuses = new Set([
    ...(access === 'anyone' ? [] : [401, 402]),
    ...(body === undefined ? [] : [400, 413, 415]),
    429,
    500,
    ...errors,
  ])
  const success = {
    description: 'Success.',
    headers: responseHeaders(
      (spec) =>
        spec.inContract &&
        (always(spec) ||
          headers.includes(spec.group) ||
          (isFile && spec.name === 'Content-Disposition')),
    ),
    content: mapped(answers, answerContent),
  }
  const refusals = [...statuses]
    .toSorted((a, b) => a - b)
    .flatMap((status): [string, JsonObject][] => {
      const answer = ERROR_ANSWERS[status]
      if (answer === undefined) return []
      const told = responseHeaders(
        (spec) =>
          always(spec) ||
          spec.name === 'x-vendor-host-name' ||
          (status === 402 && spec.name === 'PAYMENT-REQUIRED') ||
          (status === 429 && spec.group === 'rate-limit'),
      )
      const schema = { anyOf: answer.bodies.map(reference) }
      const content = { 'application/json': { schema } }
      return [[String(status), { description: answer.description, headers: told, content }]]
    })
  return { '200': success, ...Object.fromEntries(refusals) }
}

function mapped<Value>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value) => JsonObject,
): JsonObject {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}

const HEADER_SCHEMAS: Readonly<Record<HeaderType, JsonObject>> = {
  string: { type: 'string' },
  'encoded-string': { type: 'string', description: 'URL-encoded' },
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
function responseHeaders(takes: (spec: HeaderSpec) => boolean): JsonObject {
  return Object.fromEntries(
    RESPONSE_HEADERS.filter(takes)
      // An OpenAPI document says the content type by the name of the content.
      .filter(({ name }) => name !== 'Content-Type')
      .map(({ name, type, appears, meaning }) => [
        name,
        { description: `${meaning} Sent: ${appears}.`, schema: HEADER_SCHEMAS[type] },
      ]),
  )
}

const STANDARD: NamedSchema = { name: 'StandardError', schema: standardErrorSchema }
const DETAILED: NamedSchema = { name: 'DetailedError', schema: detailedErrorSchema }
const POLICY: NamedSchema = { name: 'ContentPolicyError', schema: contentPolicyErrorSchema }
const TOO_LARGE: NamedSchema = { name: 'PayloadTooLarge', schema: payloadTooLargeSchema }
const TOP_UP: NamedSchema = { name: 'TopUpError', schema: topUpErrorSchema }
const REQUIRED: NamedSchema = { name: 'PaymentRequired', schema: paymentRequiredSchema }
const WALLET: NamedSchema = { name: 'WalletPaymentRequired', schema: walletPaymentRequiredSchema }

const ERROR_SCHEMAS: readonly NamedSchema[] = [
  STANDARD,
  DETAILED,
  POLICY,
  TOO_LARGE,
  TOP_UP,
  REQUIRED,
  WALLET,
  { name: 'PaymentRequirement', schema: paymentRequirementSchema },
  { name: 'SignInChallenge', schema: signInChallengeSchema },
]

/** What an error status says, and the bodies that it may have (contract, "Errors"). */
interface ErrorAnswer {
  description: string
  bodies: readonly NamedSchema[]
}

const ERROR_ANSWERS: Readonly<Record<number, ErrorAnswer>> = {
  400: { description: 'Invalid request parameters.', bodies: [DETAILED, STANDARD] },
  401: { description: 'Authentication failed, or the model is for Pro users.', bodies: [STANDARD] },
  402: {
    description: 'Credentials, a payment or a higher balance are required.',
    bodies: [REQUIRED, WALLET, STANDARD],
  },
  403: {
    description: 'Credentials of another wallet, or a wallet without a balance.',
    bodies: [STANDARD],
  },
  404: { description: 'Not found.', bodies: [STANDARD] },
  409: { description: 'The same payment is being settled.', bodies: [TOP_UP] },
  413: { description: 'The body or a file is too large.', bodies: [TOO_LARGE, STANDARD] },
  415: { description: 'Unsupported content type.', bodies: [STANDARD] },
  422: { description: 'Blocked by the content policy.', bodies: [POLICY, STANDARD] },
  429: { description: 'Rate limit reached, or too many failed requests.', bodies: [STANDARD] },
  500: { description: 'Processing failed.', bodies: [STANDARD] },
  503: {
    description: 'At capacity or not available; try again later.',
    bodies: [STANDARD, TOP_UP],
  },
  504: { description: 'The request timed out.', bodies: [STANDARD, TOP_UP] },
}
