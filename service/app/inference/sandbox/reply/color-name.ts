/** A color: red, green and blue from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** Where each name ends on the color wheel, degrees. */
const HUES: readonly (readonly [end: number, name: string])[] = [
  [15, 'red'],
  [42, 'orange'],
  [68, 'yellow'],
  [165, 'green'],
  [195, 'turquoise'],
  [255, 'blue'],
  [292, 'purple'],
  [340, 'pink'],
  [360, 'red'],
]

/** The everyday name of a color. */
export function colorName([red, green, blue]: Rgb): string {
  const most = Math.max(red, green, blue)
  const least = Math.min(red, green, blue)
  const spread = most - least
  if (spread < 28 || spread < most * 0.12) {
    if (most < 48) return 'black'
    if (least > 225) return 'white'
    return 'gray'
  }
  const turn =
    most === red
      ? (green - blue) / spread
      : most === green
        ? 2 + (blue - red) / spread
        : 4 + (red - green) / spread
  const degrees = (turn * 60 + 360) % 360
  const hue = HUES.find(([end]) => degrees <= end)?.[1] ?? 'red'
  return (hue === 'orange' || hue === 'red') && most < 150 && spread < 110 ? 'brown' : hue
}

/** A color as CSS writes it. */
export function colorCode(color: Rgb): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}
