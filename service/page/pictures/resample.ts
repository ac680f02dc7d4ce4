import type { Region, Size } from '../../app/images/aspect-ratio.ts'
import { noPixels, rearrange, type Pixels } from './pixels.ts'

/** A part of a picture, in a size. Colors of transparent pixels do not show. */
export function resample(
  pixels: Pixels,
  part: Region,
  size: Size,
  kernel: 'smooth' | 'nearest',
): Pixels {
  const { left, top, width, height } = part
  const isSame = width === size.width && height === size.height
  if (isSame || kernel === 'nearest')
    return rearrange(
      pixels,
      size,
      (x) => left + Math.floor(((x + 0.5) * width) / size.width),
      (_, y) => top + Math.floor(((y + 0.5) * height) / size.height),
    )
  const rows = scaleRows(pixels, part, size.width)
  return scaleColumns(rows, size.width, height, size.height)
}

/** Red, green and blue times alpha, and alpha: what may be mixed. */
type Mixable = Float32Array

/** The pixels that a pixel of the result is mixed of, and how much of each. */
interface Mix {
  from: number
  weights: Float64Array
}

/** A triangle as wide as a pixel of the result is in the source, and never narrower than two of the source. */
function mixes(length: number, result: number): Mix[] {
  const scale = length / result
  const reach = Math.max(1, scale)
  return Array.from({ length: result }, (_, index) => {
    const middle = (index + 0.5) * scale - 0.5
    const from = Math.max(0, Math.ceil(middle - reach))
    const to = Math.min(length - 1, Math.floor(middle + reach))
    const weights = Float64Array.from({ length: to - from + 1 }, (_each, at) =>
      Math.max(0, 1 - Math.abs(from + at - middle) / reach),
    )
    const sum = weights.reduce((total, weight) => total + weight, 0)
    return sum > 0
      ? { from, weights: weights.map((weight) => weight / sum) }
      : { from: Math.min(length - 1, Math.max(0, Math.round(middle))), weights: Float64Array.of(1) }
  })
}

function scaleRows({ data, width }: Pixels, part: Region, result: number): Mixable {
  const columns = mixes(part.width, result)
  const mixed = new Float32Array(result * part.height * 4)
  for (let y = 0; y < part.height; y += 1)
    for (let x = 0; x < result; x += 1) {
      const mix = columns[x]
      if (mix === undefined) continue
      let r = 0
      let g = 0
      let b = 0
      let a = 0
      for (let at = 0; at < mix.weights.length; at += 1) {
        const pixel = ((part.top + y) * width + part.left + mix.from + at) * 4
        const alpha = (mix.weights[at] ?? 0) * (data[pixel + 3] ?? 0)
        r += alpha * (data[pixel] ?? 0)
        g += alpha * (data[pixel + 1] ?? 0)
        b += alpha * (data[pixel + 2] ?? 0)
        a += alpha
      }
      const to = (y * result + x) * 4
      mixed[to] = r
      mixed[to + 1] = g
      mixed[to + 2] = b
      mixed[to + 3] = a
    }
  return mixed
}

function scaleColumns(rows: Mixable, width: number, length: number, result: number): Pixels {
  const scaled = noPixels({ width, height: result })
  mixes(length, result).forEach((mix, y) => {
    for (let x = 0; x < width; x += 1) {
      let r = 0
      let g = 0
      let b = 0
      let a = 0
      for (let at = 0; at < mix.weights.length; at += 1) {
        const weight = mix.weights[at] ?? 0
        const pixel = ((mix.from + at) * width + x) * 4
        r += weight * (rows[pixel] ?? 0)
        g += weight * (rows[pixel + 1] ?? 0)
        b += weight * (rows[pixel + 2] ?? 0)
        a += weight * (rows[pixel + 3] ?? 0)
      }
      const to = (y * width + x) * 4
      if (a === 0) continue
      scaled.data[to] = r / a
      scaled.data[to + 1] = g / a
      scaled.data[to + 2] = b / a
      scaled.data[to + 3] = a
    }
  })
  return scaled
}
