import {
  choiceField,
  integerField,
  structureField,
  textField,
} from '../../../../contract/field-rule.ts'
import { tableSchema } from '../../../../contract/field-schema.ts'
import { z } from '../../../../contract/zod.ts'
import { MAX_DIMENSIONS } from './embed.ts'

/** Inputs of one request at most. */
const MAX_INPUTS = 2048

/** A token id of this service: six bytes at most. */
const tokenId = z.int().check(z.gte(0), z.lte(2 ** 48 - 1))
const text = z.string().check(z.minLength(1))
const tokens = z.array(tokenId).check(z.minLength(1), z.maxLength(8192))

/** Every field of the body of `POST /embeddings`. */
export const embeddingFields = {
  model: textField(
    { minLength: 1 },
    {
      group: 'common',
      label: 'Model',
      meaning: 'ID of an embedding model, a trait or a compatibility mapping.',
      required: true,
    },
  ),
  input: structureField(
    'a string, an array of strings, an array of token IDs or an array of such arrays',
    {
      group: 'common',
      label: 'Input',
      meaning: 'Up to 2,048 strings or token arrays, 8,192 tokens each, 300,000 in total.',
      required: true,
    },
  ),
  encoding_format: choiceField(['float', 'base64'], {
    group: 'output',
    label: 'Encoding',
    meaning: 'Numbers, or base64 of little-endian 32-bit floats.',
    default: 'float',
  }),
  dimensions: integerField(
    { min: 1, max: MAX_DIMENSIONS },
    {
      group: 'output',
      label: 'Dimensions',
      meaning: 'Length of each embedding vector.',
      default: MAX_DIMENSIONS,
    },
  ),
  user: textField({}, { group: 'advanced', label: 'User', meaning: 'Accepted but ignored.' }),
} as const

/** The body of `POST /embeddings`. */
export const embeddingRequestSchema = tableSchema(embeddingFields, {
  input: z.union([
    text,
    tokens,
    z.array(text).check(z.minLength(1), z.maxLength(MAX_INPUTS)),
    z.array(tokens).check(z.minLength(1), z.maxLength(MAX_INPUTS)),
  ]),
})
