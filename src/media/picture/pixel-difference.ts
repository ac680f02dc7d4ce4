/** What is counted while two pictures are compared, pixel by pixel. */
export interface DifferenceCount {
  pixels: number
  /** Those that differ by more than {@link NOTICED} in any colour. */
  changed: number
  /** The sum of the largest difference of each pixel, 0 to 255 each. */
  sum: number
  /** The largest difference of any pixel, 0 to 255. */
  most: number
}

/** Smaller differences come from compression, not from an edit; of 255. */
export const NOTICED = 8

const STOPS = [
  [0, 0, 0],
  [70, 60, 220],
  [255, 150, 40],
  [255, 255, 255],
] as const

/** A colour for each difference. Small ones are lifted, or nobody would see them. */
const HEAT = new Uint8ClampedArray(
  Array.from({ length: 256 }, (_, far) => {
    const at = Math.sqrt(far / 255) * (STOPS.length - 1)
    const from = STOPS[Math.floor(at)] ?? STOPS[0]
    const to = STOPS[Math.ceil(at)] ?? STOPS[0]
    return from.map((value, channel) => value + ((to[channel] ?? 0) - value) * (at % 1))
  }).flat(),
)

/** Writes how far pixels (RGBA, same length) are apart over the first: black is the same, white most. */
export function paintDifference(
  before: Uint8ClampedArray,
  after: Uint8ClampedArray,
  count: DifferenceCount,
): void {
  for (let at = 0; at < before.length; at += 4) {
    let far = 0
    for (let channel = 0; channel < 4; channel += 1) {
      const apart = Math.abs((before[at + channel] ?? 0) - (after[at + channel] ?? 0))
      if (apart > far) far = apart
    }
    count.pixels += 1
    count.sum += far
    if (far > NOTICED) count.changed += 1
    if (far > count.most) count.most = far
    for (let channel = 0; channel < 3; channel += 1)
      before[at + channel] = HEAT[far * 3 + channel] ?? 0
    before[at + 3] = 255
  }
}
