/** Of a normal distribution, for 95 % both sides. */
const Z_95 = 1.959963984540054

/** A proportion, and where the true one lies with 95 % confidence; all from 0 to 1. */
export interface Proportion {
  rate: number
  low: number
  high: number
}

/**
 * The 95 % Wilson score interval of the mean of `count` values from 0 to 1. For values between 0 and 1 it is
 * wider than needed: none vary more than those that are either.
 */
export function wilsonInterval(rate: number, count: number): Proportion {
  const z2 = Z_95 ** 2
  const center = (rate + z2 / (2 * count)) / (1 + z2 / count)
  const half =
    (Z_95 / (1 + z2 / count)) * Math.sqrt((rate * (1 - rate)) / count + z2 / (4 * count ** 2))
  return { rate, low: Math.max(0, center - half), high: Math.min(1, center + half) }
}
