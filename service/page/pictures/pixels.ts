import type { Size } from '../../app/images/aspect-ratio.ts'
import type { Channels, ColorMatrix } from '../../app/images/drawing/picture-tools.ts'

/** A decoded picture: red, green, blue and alpha of each pixel, row by row, in sRGB. Sides in px. */
export interface Pixels extends Size {
  data: Uint8ClampedArray<ArrayBuffer>
}

/** Transparent pixels. */
export function noPixels({ width, height }: Size): Pixels {
  return { width, height, data: new Uint8ClampedArray(width * height * 4) }
}

/** Changes red, green and blue of each pixel. */
function eachColor(
  { width, height, data }: Pixels,
  change: (from: Uint8ClampedArray, at: number, to: Uint8ClampedArray) => void,
): Pixels {
  const changed = new Uint8ClampedArray(data)
  for (let at = 0; at < data.length; at += 4) change(data, at, changed)
  return { width, height, data: changed }
}

export function recomb(pixels: Pixels, matrix: ColorMatrix): Pixels {
  const [[rr, rg, rb], [gr, gg, gb], [br, bg, bb]] = matrix
  return eachColor(pixels, (from, at, to) => {
    const [r, g, b] = [from[at] ?? 0, from[at + 1] ?? 0, from[at + 2] ?? 0]
    to[at] = rr * r + rg * g + rb * b
    to[at + 1] = gr * r + gg * g + gb * b
    to[at + 2] = br * r + bg * g + bb * b
  })
}

export function linear(pixels: Pixels, factors: Channels, offsets: Channels): Pixels {
  // A color has few values: each is computed once.
  const tables = factors.map((factor, channel) => {
    const offset = offsets[channel] ?? 0
    // Cut off as in other programs, not rounded, so that levels have the same bounds.
    return Uint8ClampedArray.from({ length: 256 }, (_, value) =>
      Math.floor(factor * value + offset),
    )
  })
  const [red, green, blue] = tables
  return eachColor(pixels, (from, at, to) => {
    to[at] = red?.[from[at] ?? 0] ?? 0
    to[at + 1] = green?.[from[at + 1] ?? 0] ?? 0
    to[at + 2] = blue?.[from[at + 2] ?? 0] ?? 0
  })
}

/** Colors further from their gray, or nearer. */
export function saturate(pixels: Pixels, factor: number): Pixels {
  const [r, g, b] = [0.2126 * (1 - factor), 0.7152 * (1 - factor), 0.0722 * (1 - factor)]
  return recomb(pixels, [
    [r + factor, g, b],
    [r, g + factor, b],
    [r, g, b + factor],
  ])
}

export function invert(pixels: Pixels): Pixels {
  return linear(pixels, [-1, -1, -1], [255, 255, 255])
}

export function difference(pixels: Pixels, { data: other }: Pixels): Pixels {
  return eachColor(pixels, (from, at, to) => {
    for (let channel = at; channel < at + 3; channel += 1)
      to[channel] = Math.abs((from[channel] ?? 0) - (other[channel] ?? 0))
  })
}

export function onWhite(pixels: Pixels): Pixels {
  return eachColor(pixels, (from, at, to) => {
    const alpha = (from[at + 3] ?? 0) / 255
    for (let channel = at; channel < at + 3; channel += 1)
      to[channel] = 255 + ((from[channel] ?? 0) - 255) * alpha
    to[at + 3] = 255
  })
}

/** Adds what a blur takes away. */
export function sharpen(pixels: Pixels, blurred: Pixels): Pixels {
  const amount = 1.5
  return eachColor(pixels, (from, at, to) => {
    for (let channel = at; channel < at + 3; channel += 1) {
      const value = from[channel] ?? 0
      to[channel] = value + amount * (value - (blurred.data[channel] ?? 0))
    }
  })
}

/** Each pixel of a size from a place in another picture; transparent where there is none. */
export function rearrange(
  { width, height, data }: Pixels,
  size: Size,
  columnOf: (x: number, y: number) => number,
  rowOf: (x: number, y: number) => number,
): Pixels {
  const moved = noPixels(size)
  const [source, target] = [new Uint32Array(data.buffer), new Uint32Array(moved.data.buffer)]
  for (let y = 0; y < size.height; y += 1)
    for (let x = 0; x < size.width; x += 1) {
      const fromX = columnOf(x, y)
      const fromY = rowOf(x, y)
      if (fromX >= 0 && fromY >= 0 && fromX < width && fromY < height)
        target[y * size.width + x] = source[fromY * width + fromX] ?? 0
    }
  return moved
}

export function flip(pixels: Pixels): Pixels {
  return rearrange(
    pixels,
    pixels,
    (x) => x,
    (_, y) => pixels.height - 1 - y,
  )
}

export function mirror(pixels: Pixels): Pixels {
  return rearrange(
    pixels,
    pixels,
    (x) => pixels.width - 1 - x,
    (_, y) => y,
  )
}

/** Turned clockwise. What a slanted picture leaves free is transparent. */
export function rotate(pixels: Pixels, degrees: number): Pixels {
  const { width, height } = pixels
  const turned = ((degrees % 360) + 360) % 360
  if (turned === 0) return pixels
  if (turned === 180) {
    const fromRight = (x: number) => width - 1 - x
    return rearrange(pixels, pixels, fromRight, (_, y) => height - 1 - y)
  }
  const swapped = { width: height, height: width }
  if (turned === 90)
    return rearrange(
      pixels,
      swapped,
      (_, y) => y,
      (x) => height - 1 - x,
    )
  if (turned === 270)
    return rearrange(
      pixels,
      swapped,
      (_, y) => width - 1 - y,
      (x) => x,
    )
  const [sine, cosine] = [Math.sin((turned * Math.PI) / 180), Math.cos((turned * Math.PI) / 180)]
  const size = {
    width: Math.round(Math.abs(width * cosine) + Math.abs(height * sine)),
    height: Math.round(Math.abs(width * sine) + Math.abs(height * cosine)),
  }
  const left = (x: number) => x + 0.5 - size.width / 2
  const top = (y: number) => y + 0.5 - size.height / 2
  return rearrange(
    pixels,
    size,
    (x, y) => Math.floor(left(x) * cosine + top(y) * sine + width / 2),
    (x, y) => Math.floor(-left(x) * sine + top(y) * cosine + height / 2),
  )
}
