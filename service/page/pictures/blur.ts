import type { Pixels } from './pixels.ts'

/** Boxes of which three in a row are as good as a Gaussian. */
const BOXES = 3

/** A Gaussian blur; sigma in px. Its time does not depend on sigma. Colors of transparent pixels do not show. */
export function blur({ width, height, data }: Pixels, sigma: number): Pixels {
  const blurred = new Uint8ClampedArray(data.length)
  const radii = boxRadii(sigma)
  const alpha = new Float32Array(width * height)
  const plane = new Float32Array(width * height)
  const spare = new Float32Array(width * height)
  const blurPlane = (values: Float32Array) => {
    for (const radius of radii) {
      boxes(values, spare, { count: height, length: width, step: 1, next: width }, radius)
      boxes(spare, values, { count: width, length: height, step: width, next: 1 }, radius)
    }
  }
  for (let at = 0; at < alpha.length; at += 1) alpha[at] = data[at * 4 + 3] ?? 0
  blurPlane(alpha)
  for (let channel = 0; channel < 3; channel += 1) {
    for (let at = 0; at < plane.length; at += 1)
      plane[at] = (data[at * 4 + channel] ?? 0) * (data[at * 4 + 3] ?? 0)
    blurPlane(plane)
    for (let at = 0; at < plane.length; at += 1) {
      const weight = alpha[at] ?? 0
      blurred[at * 4 + channel] = weight > 0 ? (plane[at] ?? 0) / weight : 0
    }
  }
  for (let at = 0; at < alpha.length; at += 1) blurred[at * 4 + 3] = alpha[at] ?? 0
  return { width, height, data: blurred }
}

/** Radii of boxes that together spread as far as a Gaussian, px. */
function boxRadii(sigma: number): number[] {
  const ideal = Math.sqrt((12 * sigma * sigma) / BOXES + 1)
  const odd = Math.floor(ideal) - (Math.floor(ideal) % 2 === 0 ? 1 : 0)
  const small = Math.round(
    (12 * sigma * sigma - BOXES * odd * odd - 4 * BOXES * odd - 3 * BOXES) / (-4 * odd - 4),
  )
  return Array.from({ length: BOXES }, (_, index) => ((index < small ? odd : odd + 2) - 1) / 2)
}

/** How rows, or columns, lie in a plane. */
interface Lines {
  count: number
  length: number
  step: number
  next: number
}

/** The mean of the values around each, along lines; past its ends a line goes on as it ends. */
function boxes(
  from: Float32Array,
  to: Float32Array,
  { count, length, step, next }: Lines,
  radius: number,
): void {
  const size = radius * 2 + 1
  for (let line = 0; line < count; line += 1) {
    const start = line * next
    const value = (at: number) => from[start + Math.min(length - 1, Math.max(0, at)) * step] ?? 0
    let sum = 0
    for (let at = -radius; at <= radius; at += 1) sum += value(at)
    for (let at = 0; at < length; at += 1) {
      to[start + at * step] = sum / size
      sum += value(at + radius + 1) - value(at - radius)
    }
  }
}
