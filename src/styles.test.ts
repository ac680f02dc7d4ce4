import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

type Rgb = [number, number, number]
type Palette = Record<string, Rgb>

const css = readFileSync(new URL('styles.css', import.meta.url), 'utf8')

/** The colours written as light-dark(#light, #dark) in a part of the style sheet. */
function palette(part: string, theme: 'light' | 'dark'): Palette {
  const found = part.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)
  return Object.fromEntries(
    [...found].map(([, name = '', light = '', dark = '']) => [
      name,
      rgb(theme === 'light' ? light : dark),
    ]),
  )
}

function rgb(hex: string): Rgb {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return [channel(1), channel(3), channel(5)]
}

/** Relative luminance and contrast ratio as WCAG 2 defines them. */
function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function mix(colour: Rgb, ground: Rgb, share: number): Rgb {
  return colour.map((value, at) => value * share + (ground[at] ?? 0) * (1 - share)) as Rgb
}

const [base = '', rest = ''] = css.split('@media (prefers-contrast: more)')
const more = rest.split('@media')[0] ?? ''
const surfaces = ['surface-0', 'surface-1', 'surface-2', 'surface-3']
const words = ['text-1', 'text-2', 'text-3', 'accent', 'good', 'warn', 'bad']

describe.each(['light', 'dark'] as const)('%s theme', (theme) => {
  const normal = palette(base, theme)
  const high = { ...normal, ...palette(more, theme) }

  function ratio(colours: Palette, front: string, ground: string, tint = 0): number {
    const [ink, paper] = [colours[front], colours[ground]]
    if (!ink || !paper) throw new Error(`No colour ${front} or ${ground} in styles.css`)
    return contrast(ink, mix(ink, paper, tint))
  }

  test.each(words)('%s can be read on every surface', (word) => {
    for (const surface of surfaces) {
      expect(ratio(normal, word, surface), surface).toBeGreaterThanOrEqual(4.5)
      expect(ratio(high, word, surface), `${surface}, high contrast`).toBeGreaterThanOrEqual(7)
    }
  })

  test.each(['accent', 'good', 'warn', 'bad'])('%s can be read on its own tint', (word) => {
    for (const surface of ['surface-0', 'surface-1'])
      expect(ratio(normal, word, surface, 0.1), surface).toBeGreaterThanOrEqual(4.5)
  })

  test('words on the accent can be read', () => {
    expect(ratio(normal, 'on-accent', 'accent')).toBeGreaterThanOrEqual(4.5)
    expect(ratio(high, 'on-accent', 'accent')).toBeGreaterThanOrEqual(7)
  })

  test('lines that bound a control can be seen', () => {
    for (const surface of ['surface-0', 'surface-1', 'surface-2'])
      expect(ratio(normal, 'line-strong', surface), surface).toBeGreaterThanOrEqual(3)
  })
})
