const DAY_MS = 86_400_000

/**
 * What a balance went down by on each of the last days, micro-USD, the earliest first and today last: by its
 * readings, oldest first. What it went up by in between is a top-up, and no charge.
 */
export function dailyCharges(
  readings: readonly { readonly at: number; readonly microUsd: number }[],
  nowMs: number,
  days = 7,
): number[] {
  const today = new Date(nowMs).setHours(0, 0, 0, 0)
  const charges = Array.from({ length: days }, () => 0)
  for (const [index, { at, microUsd }] of readings.entries()) {
    const before = readings[index - 1]?.microUsd ?? microUsd
    // Rounded: a day is an hour shorter or longer where the clocks change.
    const day = days - 1 - Math.round((today - new Date(at).setHours(0, 0, 0, 0)) / DAY_MS)
    if (microUsd < before && charges[day] !== undefined) charges[day] += before - microUsd
  }
  return charges
}
