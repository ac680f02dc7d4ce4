import { z } from '../../../../contract/zod.ts'
import { characterQuerySchema } from '../../characters/character-query.ts'
import type { NamedSchema, Operation } from '../operation.ts'
import { queryParameters } from '../query-parameters.ts'

const CHARACTER: NamedSchema = {
  name: 'CharacterAnswer',
  schema: z.looseObject({ object: z.literal('character'), data: z.looseObject({}) }),
}
const CHARACTERS: NamedSchema = {
  name: 'CharacterList',
  schema: z.looseObject({ object: z.literal('list'), data: z.array(z.looseObject({})) }),
}

/** The public characters. */
export const CHARACTER_OPERATIONS: readonly Operation[] = [
  {
    method: 'get',
    path: '/characters',
    operationId: 'listCharacters',
    tag: 'Characters',
    summary: 'List public characters',
    access: 'key',
    parameters: queryParameters(characterQuerySchema, {
      search: 'Text in the name, slug or description.',
      categories: 'Any of these categories: repeat the parameter or separate by commas.',
      tags: 'Any of these tags: repeat the parameter or separate by commas.',
      modelId: 'Written for any of these models: repeat the parameter or separate by commas.',
      isAdult: 'Whether it is for adults.',
      isPro: 'Whether it is for Pro users.',
      isWebEnabled: 'Whether it may search the web.',
      sortBy: 'Sort key.',
      sortOrder: 'Sort order.',
      limit: 'Characters per page.',
      offset: 'Characters to skip.',
    }),
    answers: { 'application/json': CHARACTERS },
    headers: ['pagination'],
    errors: [400],
  },
  {
    method: 'get',
    path: '/characters/{slug}',
    operationId: 'getCharacter',
    tag: 'Characters',
    summary: 'Get one character',
    access: 'key',
    parameters: [
      {
        name: 'slug',
        in: 'path',
        required: true,
        description: 'Public ID of a character, such as ada.',
        schema: z.string(),
      },
    ],
    answers: { 'application/json': CHARACTER },
    errors: [404],
  },
]
