import sharp from 'sharp'

import { renderEdit } from '../../app/images/drawing/render-edit.ts'
import { renderImage } from '../../app/images/drawing/render-image.ts'
import type { HeaderResult, PictureCodec, PictureSample } from '../../app/images/picture-codec.ts'
import { inTime, openImage } from './picture.ts'
import { sharpTools } from './sharp-tools.ts'

/** Pictures by sharp (libvips). */
export const sharpCodec: PictureCodec = {
  readHeader,
  sample,
  edit: renderEdit(sharpTools),
  draw: renderImage(sharpTools),
}

async function readHeader(
  ...[bytes, type]: Parameters<PictureCodec['readHeader']>
): Promise<HeaderResult> {
  // The limit is off because nothing is decoded here; it would hide how large the image is.
  const header = await sharp(bytes, { limitInputPixels: false, page: 0, pages: 1 })
    .metadata()
    .catch(() => undefined)
  const isHeif = type === 'heic' || type === 'avif'
  if (isHeif && header?.compression !== 'av1' && !readsHevc())
    return { ok: false, reason: 'unsupported' }
  if (header?.format !== (isHeif ? 'heif' : type)) return { ok: false, reason: 'damaged' }
  const { width, height } = header.autoOrient
  const texts = (header.comments ?? []).map(({ keyword, text }) => `${keyword} ${text}`)
  return { ok: true, value: { width, height, hasAlpha: header.hasAlpha, texts } }
}

/** Photographs from phones are HEVC in HEIF, for which most builds of libvips have no decoder. */
function readsHevc(): boolean {
  return sharp.format.heif.input.fileSuffix?.includes('.heic') === true
}

async function sample(
  ...[bytes, longEdge, limits]: Parameters<PictureCodec['sample']>
): Promise<PictureSample | undefined> {
  const small = openImage(bytes)
    .autoOrient()
    .resize(longEdge, longEdge, { fit: 'inside', kernel: 'nearest', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
  try {
    const { data, info } = await inTime(limits, small, (timed) =>
      timed.toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true }),
    )
    return { rgb: data, width: info.width, height: info.height }
  } catch {
    limits.signal.throwIfAborted()
    return undefined
  }
}
