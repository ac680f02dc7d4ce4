import { encodeBase64 } from '../../../contract/encoding/bytes.ts'
import {
  choiceField,
  integerField,
  structureField,
  tableSchema,
  textField,
} from '../../../contract/field-rule.ts'
import { isJsonObject } from '../../../contract/json.ts'
import { MAX_JSON_BODY_BYTES } from '../../../contract/limits/sizes.ts'
import { costInMicroUsd } from '../../../contract/models/price.ts'
import { z } from '../../../contract/zod.ts'
import { readJson } from '../http/body/read-body.ts'
import { fieldError, type HttpError, invalidValue } from '../http/http-error.ts'
import { countTokens, textOfTokens } from '../inference/prepare/tokens.ts'
import { nextTurn } from '../timing.ts'
import { listedOperation, words } from './listed-operation.ts'

/** How many numbers an embedding has when not said otherwise. */
const MAX_DIMENSIONS = 1024

/** Pieces of words that are counted, letters. A word is counted with a blank before and after it. */
const PIECES = [3, 4]

/** How much more a whole word says than one of its pieces. */
const WORD_WEIGHT = 3

/**
 * The embedding of a text: counts of its words and of the pieces of its words, hashed into so many
 * numbers, of length 1. Texts that share words or parts of words are near each other, whatever they
 * mean. The same text gives the same numbers.
 */
export function embed(text: string, dimensions: number): Float32Array {
  const counts = new Map<number, number>()
  const count = (feature: string, weight: number) => {
    const hash = hashOf(feature)
    counts.set(hash, (counts.get(hash) ?? 0) + weight)
  }
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  for (const word of words) {
    count(`=${word}`, WORD_WEIGHT)
    const padded = ` ${word} `
    for (const size of PIECES)
      for (let at = 0; at + size <= padded.length; at += 1) count(padded.slice(at, at + size), 1)
  }
  if (words.length === 0) count(`!${text}`, 1)
  const sums = new Float64Array(dimensions)
  for (const [hash, seen] of counts) {
    const place = (hash >>> 1) % dimensions
    // Said often counts more, but not in proportion.
    sums[place] = (sums[place] ?? 0) + (hash & 1 ? 1 : -1) * Math.sqrt(seen)
  }
  // Two features may cancel each other out.
  if (sums.every((sum) => sum === 0)) sums[hashOf(text) % dimensions] = 1
  const length = Math.hypot(...sums)
  return Float32Array.from(sums, (sum) => sum / length)
}

/** FNV-1a of the UTF-16 units, with a last mix so that every bit depends on all of them. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

const MAX_INPUTS = 2048
const MAX_TOKENS_PER_INPUT = 8192
const MAX_TOKENS = 300_000
/** Values of a body: the most token ids, their lists, and the other fields. */
const MAX_VALUES = MAX_TOKENS + 5000

/** A token id of this service: six bytes at most. */
const tokenId = z.int().check(z.gte(0), z.lte(2 ** 48 - 1))
const text = z.string().check(z.minLength(1))
const tokens = z.array(tokenId).check(z.minLength(1), z.maxLength(MAX_TOKENS_PER_INPUT))

const embeddingFields = {
  model: textField(
    { minLength: 1 },
    words('Model', 'ID of an embedding model, a trait or a compatibility mapping.', {
      required: true,
    }),
  ),
  input: structureField(
    'a string, an array of strings, an array of token IDs or an array of such arrays',
    words('Input', 'Up to 2,048 strings or token arrays, 8,192 tokens each, 300,000 in total.', {
      required: true,
    }),
  ),
  encoding_format: choiceField(
    ['float', 'base64'],
    words('Encoding', 'Numbers, or base64 of little-endian 32-bit floats.', { default: 'float' }),
  ),
  dimensions: integerField(
    { min: 1, max: MAX_DIMENSIONS },
    words('Dimensions', 'Length of each embedding vector.', { default: MAX_DIMENSIONS }),
  ),
} as const

/** `POST /embeddings`: texts in, vectors of length 1 out, in the form of the OpenAI API. */
export const EMBEDDINGS = listedOperation({
  path: '/embeddings',
  operationId: 'createEmbeddings',
  tag: 'Embeddings',
  summary: 'Create embeddings',
  description: 'Vectors have length 1, so their dot product is their cosine similarity.',
  body: {
    name: 'EmbeddingRequest',
    schema: tableSchema(embeddingFields, {
      input: z.union([
        text,
        tokens,
        z.array(text).check(z.minLength(1), z.maxLength(MAX_INPUTS)),
        z.array(tokens).check(z.minLength(1), z.maxLength(MAX_INPUTS)),
      ]),
    }),
    fields: embeddingFields,
    example: { model: 'sandbox-embedding', input: ['A red apple', 'A green apple'] },
  },
  answers: {
    'application/json': {
      name: 'EmbeddingList',
      schema: z.looseObject({
        object: z.literal('list'),
        data: z.array(
          z.looseObject({
            object: z.literal('embedding'),
            index: z.int(),
            embedding: z.union([z.array(z.number()), z.string()]),
          }),
        ),
        model: z.string(),
        usage: z.looseObject({ prompt_tokens: z.int(), total_tokens: z.int() }),
      }),
    },
  },
  read: async (raw) => {
    const received = await readJson(raw, MAX_JSON_BODY_BYTES, MAX_VALUES)
    refuseStrangeInput(received)
    return received
  },
  type: 'embedding',
  rate: 'embedding',
  price: ({ request, model }) => {
    const promptTokens = countAll(textsOf(request.input))
    const usage = { prompt_tokens: promptTokens, completion_tokens: 0 }
    return { microUsd: costInMicroUsd(model, usage), promptTokens, cheaper: 'send less text' }
  },
  answer: async ({ request, model }, { signal }, { promptTokens: count }) => {
    const { input, dimensions = MAX_DIMENSIONS, encoding_format: encoding } = request
    const data: unknown[] = []
    for (const [index, one] of textsOf(input).entries()) {
      const vector = embed(one, dimensions)
      const embedding = encoding === 'base64' ? base64Of(vector) : [...vector]
      data.push({ object: 'embedding', index, embedding })
      await nextTurn(signal)
    }
    const usage = { prompt_tokens: count, total_tokens: count }
    return { json: { object: 'list', data, model: model.id, usage } }
  },
})

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
