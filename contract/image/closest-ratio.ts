/** The shape that is closest to a picture's, of those a model has. Undefined when it has none. */
export function closestRatio(
  { width, height }: { readonly width: number; readonly height: number },
  supported: readonly string[],
): string | undefined {
  const wanted = Math.log(width / height)
  const distance = (ratio: string) => Math.abs(Math.log(ratioOf(ratio)) - wanted)
  return supported
    .filter((ratio) => !Number.isNaN(ratioOf(ratio)))
    .toSorted((a, b) => distance(a) - distance(b))[0]
}

/** Width over height of `16:9`; NaN for `auto`. */
export function ratioOf(ratio: string): number {
  const [width = Number.NaN, height = Number.NaN] = ratio.split(':').map(Number)
  return width / height
}
