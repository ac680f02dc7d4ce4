/**
 * McNemar's exact test, two-sided: how likely pairs are split at least as unevenly as this where both
 * sides are equally good. Pairs with the same result on both sides say nothing and aren't counted.
 */
export function mcNemar(onlyFirst: number, onlySecond: number): number {
  const pairs = onlyFirst + onlySecond
  const fewer = Math.min(onlyFirst, onlySecond)
  // In logarithms: the halves of thousands of pairs are smaller than a number can be.
  let term = -pairs * Math.LN2
  let tail = Math.exp(term)
  for (let count = 1; count <= fewer; count += 1) {
    term += Math.log(pairs - count + 1) - Math.log(count)
    tail += Math.exp(term)
  }
  return Math.min(1, 2 * tail)
}

/** p-values corrected for how many there are, by Holm's method, in the same order. */
export function holm(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => (values[a] ?? 1) - (values[b] ?? 1))
  const adjusted = values.map(() => 1)
  let least = 0
  for (const [rank, index] of order.entries()) {
    least = Math.max(least, Math.min(1, (values[index] ?? 1) * (values.length - rank)))
    adjusted[index] = least
  }
  return adjusted
}
