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
      meaning: 'Id of an embedding model, a trait or a compatibility mapping.',
      required: true,
    },
  ),
  input: structureField('a text, a list of texts, a list of token ids or a list of such lists', {
    group: 'common',
    label: 'Input',
    meaning:
      'What to embed: one text or up to 2,048, each of up to 8,192 tokens; 300,000 tokens together. Token ids are those of this service.',
    required: true,
  }),
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
      meaning: 'How many numbers an embedding has.',
      default: MAX_DIMENSIONS,
    },
  ),
  user: textField({}, { group: 'advanced', label: 'User', meaning: 'Accepted and discarded.' }),
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
