import { z } from '../../../../contract/zod.ts'
import { PRACTICE_IMAGE } from '../practice-image.ts'
import { IMAGE_LINK } from '../practice-resources.ts'
import { practiceTool } from './practice-tool.ts'

/** A result with more than text: an image, and a link to the resource with the same. */
export const image = practiceTool({
  name: 'image',
  title: 'Image',
  description: 'Returns a small image of a landscape, and a link to the resource it is from.',
  input: z.strictObject({}),
  readOnly: true,
  run: () => ({
    content: [
      { type: 'text', text: 'A mountain landscape with the sun, 96 by 64 pixels.' },
      { type: 'image', data: PRACTICE_IMAGE, mimeType: 'image/png' },
      { type: 'resource_link', ...IMAGE_LINK },
    ],
  }),
})
