import { modelListSchema } from '../../../../contract/models/model-list.ts'
import { MODEL_TYPES } from '../../../../contract/models/model-types.ts'
import {
  compatibilityMappingResponseSchema,
  traitsResponseSchema,
} from '../../../../contract/models/traits.ts'
import { z } from '../../../../contract/zod.ts'
import type { Operation, Parameter } from '../operation.ts'

const TYPE: Parameter = {
  name: 'type',
  in: 'query',
  description: 'Model type to list; code lists models optimized for code.',
  schema: z.enum(MODEL_TYPES),
  default: 'text',
}

const common = {
  method: 'get',
  tag: 'Models',
  access: 'anyone',
  parameters: [TYPE],
  errors: [400],
} as const

/** The models, and other names for them. */
export const MODEL_OPERATIONS: readonly Operation[] = [
  {
    ...common,
    path: '/models',
    operationId: 'listModels',
    summary: 'List models',
    answers: { 'application/json': { name: 'ModelList', schema: modelListSchema } },
  },
  {
    ...common,
    path: '/models/traits',
    operationId: 'listModelTraits',
    summary: 'List traits and the models they resolve to',
    answers: { 'application/json': { name: 'ModelTraits', schema: traitsResponseSchema } },
  },
  {
    ...common,
    path: '/models/compatibility_mapping',
    operationId: 'listCompatibilityMapping',
    summary: 'List IDs of other vendors and the models they resolve to',
    answers: {
      'application/json': {
        name: 'CompatibilityMapping',
        schema: compatibilityMappingResponseSchema,
      },
    },
  },
]
