/** Amounts as a path of steps of one width in a box, the highest at the top. */
export function stepPath(
  readings: readonly { readonly microUsd: number }[],
  width: number,
  height: number,
): string {
  const top = Math.max(...readings.map(({ microUsd }) => microUsd), 1)
  const x = (index: number) => round((index / readings.length) * width)
  const y = (microUsd: number) => round(height - 1 - (microUsd / top) * (height - 2))
  return readings
    .map(
      ({ microUsd }, index) =>
        `${index === 0 ? `M0 ${y(microUsd)}` : `V${y(microUsd)}`}H${x(index + 1)}`,
    )
    .join('')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
