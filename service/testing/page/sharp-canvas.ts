import sharp, { type Sharp } from 'sharp'

import { borderSvg, sceneSvg, textSvg } from '../../node/pictures/drawings-svg.ts'
import { openImage } from '../../node/pictures/picture.ts'
import type { PictureCanvas } from '../../page/pictures/picture-canvas.ts'
import type { Pixels } from '../../page/pictures/pixels.ts'

/** Stands for the canvas of a worker where there is none: decodes, encodes and draws by sharp. */
export const sharpCanvas: PictureCanvas = {
  decode: (bytes, { width, height }, kernel) =>
    pixelsOf(
      openImage(bytes)
        .autoOrient()
        .resize(width, height, {
          fit: 'fill',
          kernel: kernel === 'nearest' ? 'nearest' : 'lanczos3',
        }),
    ),
  encode: (pixels, { format, quality, isOpaque }) => {
    const image = isOpaque ? imageOf(pixels).removeAlpha() : imageOf(pixels)
    return image.toFormat(format, format === 'png' ? {} : { quality }).toBuffer()
  },
  addText: (pixels, strip) =>
    pixelsOf(imageOf(pixels).composite([{ input: textSvg(strip), gravity: 'south' }])),
  border: (pixels, color, thickness) =>
    pixelsOf(imageOf(pixels).composite([{ input: borderSvg(pixels, color, thickness) }])),
  paint: (size, sky, marks) => pixelsOf(sharp(sceneSvg(size, sky, marks))),
}

function imageOf({ data, width, height }: Pixels) {
  return sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false })
}

async function pixelsOf(image: Sharp): Promise<Pixels> {
  const { data, info } = await image
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
}
