import type { TiffLayout } from './tiff-layout.ts'

/** Paints an unpacked piece of a TIFF where it belongs; what reaches over the picture is left out. */
export function paintSamples(
  bytes: Uint8Array,
  layout: TiffLayout,
  little: boolean,
  { x, y, rows }: { x: number; y: number; rows: number },
  rgba: Uint8ClampedArray,
): void {
  const { width, height, block, samples, bits } = layout
  const rowBytes = Math.ceil((block.width * samples * bits) / 8)
  const wide = Math.min(block.width, width - x)
  const values = new Uint16Array(block.width * samples)
  for (let row = 0; row < Math.min(rows, height - y); row += 1) {
    const from = row * rowBytes
    readRow(bytes.subarray(from, from + rowBytes), values, bits, little)
    if (layout.predicted) addUp(values, samples, bits)
    paintRow(values, layout, rgba, ((y + row) * width + x) * 4, wide)
  }
}

function readRow(bytes: Uint8Array, values: Uint16Array, bits: number, little: boolean): void {
  if (bits === 16) {
    const [high, low] = little ? [1, 0] : [0, 1]
    for (let index = 0; index < values.length; index += 1)
      values[index] = ((bytes[index * 2 + high] ?? 0) << 8) | (bytes[index * 2 + low] ?? 0)
    return
  }
  const mask = 2 ** bits - 1
  for (let index = 0; index < values.length; index += 1) {
    const bit = index * bits
    values[index] = ((bytes[bit >> 3] ?? 0) >> (8 - bits - (bit & 7))) & mask
  }
}

/** Each value was stored as its difference from the pixel before. */
function addUp(values: Uint16Array, samples: number, bits: number): void {
  const mask = 2 ** bits - 1
  for (let index = samples; index < values.length; index += 1)
    values[index] = ((values[index] ?? 0) + (values[index - samples] ?? 0)) & mask
}

function paintRow(
  values: Uint16Array,
  { photometric, samples, bits, palette, alpha }: TiffLayout,
  rgba: Uint8ClampedArray,
  at: number,
  wide: number,
): void {
  const scale = 255 / (2 ** bits - 1)
  const entries = palette.length / 3
  const colours = photometric === 2 ? 3 : photometric === 5 ? 4 : 1
  for (let pixel = 0; pixel < wide; pixel += 1) {
    const from = pixel * samples
    const to = at + pixel * 4
    const value = (sample: number) => (values[from + sample] ?? 0) * scale
    let opacity = 255
    if (alpha !== 'none') opacity = value(colours)
    // Colours that were multiplied by their opacity are divided again.
    const full = alpha === 'multiplied' && opacity > 0 ? 255 / opacity : 1
    if (photometric === 2) {
      rgba[to] = value(0) * full
      rgba[to + 1] = value(1) * full
      rgba[to + 2] = value(2) * full
    } else if (photometric === 5) {
      const light = 1 - value(3) / 255
      for (let ink = 0; ink < 3; ink += 1) rgba[to + ink] = (255 - value(ink)) * light
    } else if (photometric === 3) {
      const entry = values[from] ?? 0
      for (let colour = 0; colour < 3; colour += 1)
        rgba[to + colour] = (palette[entry + colour * entries] ?? 0) / 257
    } else {
      const grey = (photometric === 0 ? 255 - value(0) : value(0)) * full
      rgba.fill(grey, to, to + 3)
    }
    rgba[to + 3] = opacity
  }
}
