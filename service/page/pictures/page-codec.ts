import { pictureTypeOf } from '../../../contract/media/picture-type.ts'
import { fitted } from '../../app/images/aspect-ratio.ts'
import { renderEdit } from '../../app/images/drawing/render-edit.ts'
import { renderImage } from '../../app/images/drawing/render-image.ts'
import type { PictureCodec } from '../../app/images/picture-codec.ts'
import type { PictureCanvas } from './picture-canvas.ts'
import { pixelTools } from './pixel-tools.ts'
import { onWhite } from './pixels.ts'
import { readHeader } from './read-header.ts'

/** Pictures by a canvas. */
export function createPageCodec(canvas: PictureCanvas): PictureCodec {
  const tools = pixelTools(canvas)
  return { readHeader, sample: sampler(canvas), edit: renderEdit(tools), draw: renderImage(tools) }
}

function sampler(canvas: PictureCanvas): PictureCodec['sample'] {
  return async (bytes, longEdge, { signal }) => {
    const type = pictureTypeOf(bytes)
    const header = type === undefined ? undefined : await readHeader(bytes, type)
    if (header?.ok !== true) return undefined
    const { value: facts } = header
    const most = Math.min(longEdge, Math.max(facts.width, facts.height))
    try {
      const size = fitted(facts, { width: most, height: most })
      const { data } = onWhite(await canvas.decode(bytes, size, 'nearest'))
      return { ...size, rgb: new Uint8Array(data.filter((_, at) => at % 4 !== 3)) }
    } catch {
      signal.throwIfAborted()
      return undefined
    }
  }
}
