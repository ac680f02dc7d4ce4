import type { JsonObject } from '../../../contract/json.ts'
import { PRACTICE_IMAGE } from './practice-image.ts'

const ABOUT_URI = 'practice://about'

/** How the image is listed and linked to. */
export const IMAGE_LINK = {
  uri: 'practice://image',
  name: 'image',
  title: 'Image',
  description: 'A small landscape.',
  mimeType: 'image/png',
}

const ABOUT = `# Practice tools

These tools run in the local service or in the page itself. They contact nothing, and the same call always has
the same result. The weather is made up, and the search knows only a small bundled corpus.
`

/** What `resources/list` lists. */
export const RESOURCES: JsonObject[] = [
  {
    uri: ABOUT_URI,
    name: 'about',
    title: 'About these tools',
    description: 'What the practice tools are.',
    mimeType: 'text/markdown',
  },
  IMAGE_LINK,
]

/** The contents of a resource; undefined where there is none of that address. */
export function readResource(uri: string): JsonObject | undefined {
  if (uri === ABOUT_URI) return { uri, mimeType: 'text/markdown', text: ABOUT }
  if (uri === IMAGE_LINK.uri) return { uri, mimeType: 'image/png', blob: PRACTICE_IMAGE }
  return undefined
}
