/** A row of amounts at times as a path of steps in a box, the highest at the top; times are Unix ms. */
export function stepPath(
  readings: readonly { readonly at: number; readonly microUsd: number }[],
  width: number,
  height: number,
): string {
  const [first] = readings
  const last = readings.at(-1)
  if (first === undefined || last === undefined) return ''
  const top = Math.max(...readings.map(({ microUsd }) => microUsd), 1)
  const span = Math.max(1, last.at - first.at)
  const x = (at: number) => round(((at - first.at) / span) * width)
  const y = (microUsd: number) => round(height - 1 - (microUsd / top) * (height - 2))
  return readings
    .map(({ at, microUsd }, index) =>
      index === 0 ? `M0 ${y(microUsd)}` : `H${x(at)}V${y(microUsd)}`,
    )
    .join('')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
