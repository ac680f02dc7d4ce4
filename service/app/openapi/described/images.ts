import { editFields, editRequestSchema } from '../../../../contract/image/edit-request.ts'
import { z } from '../../../../contract/zod.ts'
import type { NamedSchema, Operation } from '../operation.ts'

const EDIT: NamedSchema = {
  name: 'ImageEditRequest',
  schema: editRequestSchema,
  fields: editFields,
}

const EDIT_FORM: NamedSchema = {
  name: 'ImageEditForm',
  // A schema of its own: a schema is known by one name.
  schema: z.looseObject(editRequestSchema.shape),
  fields: editFields,
  files: ['image'],
}

/** 256 × 256 pixels of one color: a PNG, the smallest image that can be edited. */
const SMALL_PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAQAAAAEAAQMAAABmvDolAAAAA1BMVEUAgIBxQSaxAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAH0lEQVRo3u3BAQ0AAADCoPdPbQ43oAAAAAAAAAAAvg0hAAABfxmcpwAAAABJRU5ErkJggg=='

/** Image editing. */
export const IMAGE_OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/image/edit',
    operationId: 'editImage',
    tag: 'Image',
    summary: 'Edit an image',
    description: 'Experimental. Returns the edited image as a file.',
    access: 'key or wallet',
    body: {
      'application/json': { schema: EDIT, example: { image: SMALL_PICTURE, prompt: 'grayscale' } },
      'multipart/form-data': {
        schema: EDIT_FORM,
        example: { image: SMALL_PICTURE, prompt: 'grayscale' },
      },
    },
    answers: { 'image/png': 'bytes', 'image/jpeg': 'bytes', 'image/webp': 'bytes' },
    headers: ['model', 'rate-limit', 'balance', 'content-safety'],
    errors: [404, 422, 503, 504],
  },
]
