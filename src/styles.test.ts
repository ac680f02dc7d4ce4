import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

type Rgb = [number, number, number]
type Palette = Record<string, Rgb>

const css = readFileSync(new URL('styles.css', import.meta.url), 'utf8')

/** The colors written as light-dark(oklch(…), oklch(…)) in a part of the style sheet. */
function palette(part: string, theme: 'light' | 'dark'): Palette {
  const found = part.matchAll(/--([\w-]+): light-dark\(oklch\(([\d. ]+)\), oklch\(([\d. ]+)\)\);/g)
  return Object.fromEntries(
    [...found].map(([, name = '', light = '', dark = '']) => [
      name,
      rgb(theme === 'light' ? light : dark),
    ]),
  )
}

/** sRGB, 0 to 255, of "lightness chroma hue", as CSS Color 4 defines it. */
function rgb(oklch: string): Rgb {
  const [lightness = 0, chroma = 0, hue = 0] = oklch.split(' ').map(Number)
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return linear.map((value) => {
    const share = Math.min(1, Math.max(0, value))
    return 255 * (share <= 0.0031308 ? 12.92 * share : 1.055 * share ** (1 / 2.4) - 0.055)
  }) as Rgb
}

/** Relative luminance and contrast ratio as WCAG 2 defines them. */
function luminance(color: Rgb): number {
  const [r, g, b] = color.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function mix(color: Rgb, ground: Rgb, share: number): Rgb {
  return color.map((value, at) => value * share + (ground[at] ?? 0) * (1 - share)) as Rgb
}

const [base = '', rest = ''] = css.split('@media (prefers-contrast: more)')
const more = rest.split('@media')[0] ?? ''
const surfaces = ['surface-0', 'surface-1', 'surface-2', 'surface-3']
const words = ['text-1', 'text-2', 'text-3', 'accent', 'time', 'money', 'good', 'warn', 'bad']

describe.each(['light', 'dark'] as const)('%s theme', (theme) => {
  const normal = palette(base, theme)
  const high = { ...normal, ...palette(more, theme) }

  function ratio(colors: Palette, front: string, ground: string, tint = 0): number {
    const [ink, paper] = [colors[front], colors[ground]]
    if (!ink || !paper) throw new Error(`No color ${front} or ${ground} in styles.css`)
    return contrast(ink, mix(ink, paper, tint))
  }

  test.each(words)('%s can be read on every surface', (word) => {
    for (const surface of surfaces) {
      expect(ratio(normal, word, surface), surface).toBeGreaterThanOrEqual(4.5)
      expect(ratio(high, word, surface), `${surface}, high contrast`).toBeGreaterThanOrEqual(7)
    }
  })

  test.each(['accent', 'time', 'money', 'good', 'warn', 'bad'])(
    '%s can be read on its own tint',
    (word) => {
      for (const surface of ['surface-0', 'surface-1'])
        expect(ratio(normal, word, surface, 0.1), surface).toBeGreaterThanOrEqual(4.5)
    },
  )

  test('words on the accent can be read', () => {
    expect(ratio(normal, 'on-accent', 'accent')).toBeGreaterThanOrEqual(4.5)
    expect(ratio(high, 'on-accent', 'accent')).toBeGreaterThanOrEqual(7)
  })

  test('lines that bound a control can be seen', () => {
    for (const surface of ['surface-0', 'surface-1', 'surface-2'])
      expect(ratio(normal, 'line-strong', surface), surface).toBeGreaterThanOrEqual(3)
  })
})
