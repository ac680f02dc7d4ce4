import { encodeBase64 } from '../../../../contract/encoding/base64.ts'
import { isJsonObject } from '../../../../contract/json.ts'
import { MAX_JSON_BODY_BYTES } from '../../../../contract/limits/sizes.ts'
import { costInMicroUsd } from '../../../../contract/models/token-cost.ts'
import type { AppContext } from '../../http/app-environment.ts'
import { readJson } from '../../http/body/read-json.ts'
import { fieldError, invalidValue, requireValid, type HttpError } from '../../http/http-error.ts'
import { sendJson } from '../../http/send-json.ts'
import { setHeaders } from '../../http/set-headers.ts'
import { textOfTokens } from '../../inference/prepare/token-ids.ts'
import { countTokens } from '../../inference/prepare/tokens.ts'
import { operationLimit } from '../../limits/customer-tier.ts'
import { modelHeaders } from '../../models/model-headers.ts'
import { modelOfType } from '../../models/model-of-type.ts'
import { nextTurn } from '../../timing/next-turn.ts'
import { paidCall, type PaidServices } from '../paid-call.ts'
import { embed, MAX_DIMENSIONS } from './embed.ts'
import { embeddingRequestSchema } from './embeddings-request.ts'

const MAX_TOKENS_PER_INPUT = 8192
const MAX_TOKENS = 300_000
/** Values of a body: the most token ids, their lists, and the other fields. */
const MAX_VALUES = MAX_TOKENS + 5000

/** `POST /embeddings`: texts in, vectors of length 1 out, in the form of the OpenAI API. */
export function embeddings(services: PaidServices) {
  return async (context: AppContext): Promise<Response> => {
    const { id: owner } = await services.authenticator.requireCaller(context)
    const received = await readJson(context.req.raw, MAX_JSON_BODY_BYTES, MAX_VALUES)
    refuseStrangeInput(received)
    const request = requireValid(embeddingRequestSchema, received)
    const { input, dimensions = MAX_DIMENSIONS, encoding_format: encoding } = request
    const model = await modelOfType(request.model, 'embedding', services.catalogue)
    setHeaders(context, modelHeaders(model))
    const texts = textsOf(input)
    const tokens = countAll(texts)
    const usage = { prompt_tokens: tokens, completion_tokens: 0 }
    const call = {
      owner,
      sku: model.id,
      promptTokens: tokens,
      microUsd: costInMicroUsd(model, usage),
      rate: operationLimit(services.limits, 'embedding'),
      cheaper: 'send less text',
    }
    const data = await paidCall(context, services, call, async ({ signal }) => {
      const vectors: unknown[] = []
      for (const text of texts) {
        const vector = embed(text, dimensions)
        vectors.push(encoding === 'base64' ? base64Of(vector) : [...vector])
        await nextTurn(signal)
      }
      return vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }))
    })
    return sendJson(context, {
      object: 'list',
      data,
      model: model.id,
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    })
  }
}

/**
 * Refuses a list that is too long or holds something strange, before the schema validates it: that
 * gathers a fault for each of very many.
 * @throws HttpError 400
 */
function refuseStrangeInput(received: unknown): void {
  const input = isJsonObject(received) ? received['input'] : undefined
  if (!Array.isArray(input)) return
  if (input.length > MAX_TOKENS_PER_INPUT)
    throw tooMany(
      `input is an array of ${input.length}, but may have at most ${MAX_TOKENS_PER_INPUT} items.`,
    )
  const strange = input.findIndex(
    (item) =>
      typeof item !== 'string' &&
      !isTokenId(item) &&
      !(Array.isArray(item) && item.every(isTokenId)),
  )
  if (strange < 0) return
  const message = `input[${strange}] is neither a string nor token IDs.`
  throw invalidValue(['input', strange], 'invalid_type', message)
}

function isTokenId(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function textsOf(input: string | number[] | string[] | number[][]): string[] {
  if (typeof input === 'string') return [input]
  const [first] = input
  if (typeof first === 'number') return [textOfTokens(input.filter((id) => typeof id === 'number'))]
  return input.flatMap((item) =>
    typeof item === 'string' ? [item] : typeof item === 'number' ? [] : [textOfTokens(item)],
  )
}

/** Tokens of all texts. @throws HttpError 400 when one or all together have too many */
function countAll(texts: readonly string[]): number {
  let sum = 0
  for (const [index, text] of texts.entries()) {
    const count = countTokens(text)
    sum += count
    if (count > MAX_TOKENS_PER_INPUT)
      throw tooMany(
        `input[${index}] has ${count} tokens, but may have at most ${MAX_TOKENS_PER_INPUT}.`,
      )
    if (sum > MAX_TOKENS)
      throw tooMany(`input has more than ${MAX_TOKENS} tokens in total, which is the maximum.`)
  }
  return sum
}

function tooMany(message: string): HttpError {
  return fieldError(400, 'TOO_MANY_TOKENS', 'input', message)
}

/** Little-endian 32-bit floats as base64, on a machine of either order. */
function base64Of(vector: Float32Array): string {
  const view = new DataView(new ArrayBuffer(vector.length * 4))
  for (const [index, value] of vector.entries()) view.setFloat32(index * 4, value, true)
  return encodeBase64(new Uint8Array(view.buffer))
}
