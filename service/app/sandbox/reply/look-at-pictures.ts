import { createImageQueue } from '../../images/image-queue.ts'
import type { PictureCodec } from '../../images/picture-codec.ts'
import type { GenerationRequest } from '../../inference/engine.ts'
import { readDataUrl } from '../../inference/inputs/data-url.ts'
import { partName } from '../../inference/inputs/inputs.ts'
import { seePicture, type SeenPicture } from './see-picture.ts'

/** Images that are looked at in one answer; the others are only measured. */
const MAX_PICTURES = 4
const LONG_EDGE_PX = 80
const MAX_MS = 20_000

/** Looks at the images of the last user message. Results are by part name; a damaged image has none. */
export type LookAtPictures = (
  generation: GenerationRequest,
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, SeenPicture>>

/** Looks through a codec, at two images at once in the whole service. */
export function createLookAtPictures({ sample }: Pick<PictureCodec, 'sample'>): LookAtPictures {
  const queue = createImageQueue(2, 64)
  return async ({ request: { messages }, inputs }, signal) => {
    const index = messages.findLastIndex(({ role }) => role === 'user')
    const content = messages[index]?.content
    const images = (Array.isArray(content) ? content : []).flatMap((part, at) => {
      const name = partName(index, at)
      const facts = inputs.parts.get(name)
      return part.type === 'image_url' && facts?.kind === 'image'
        ? [{ name, url: facts.dataUrl ?? part.image_url.url }]
        : []
    })
    const seen = new Map<string, SeenPicture>()
    for (const { name, url } of images.slice(0, MAX_PICTURES)) {
      const bytes = readDataUrl(url)?.bytes
      if (bytes === undefined) continue
      const limits = { signal, endsAt: Date.now() + MAX_MS }
      const small = await queue.run(() => sample(bytes, LONG_EDGE_PX, limits), signal)
      if (small !== undefined) seen.set(name, seePicture(small))
    }
    return seen
  }
}
