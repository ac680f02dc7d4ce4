import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { ASPECT_RATIOS } from '../../../contract/image/edit-request.ts'
import { closestRatio } from '../../../contract/image/image-limits.ts'
import { anyCharacter } from '../../testing/fuzz/arbitraries.ts'
import { centered, fitted, longEdgeOf, operationsOf, shapeWithin, sizeOf } from './edit-plan.ts'

it.each([
  ['Make it GRAYSCALE', [{ kind: 'grayscale' }]],
  ['black and white, please', [{ kind: 'grayscale' }]],
  ['blur it by 4.5 px', [{ kind: 'blur', sigma: 4.5 }]],
  ['blurry', [{ kind: 'blur', sigma: undefined }]],
  ['blur 900', [{ kind: 'blur', sigma: 40 }]],
  ['rotate the image 30 degrees', [{ kind: 'rotate', degrees: 30 }]],
  ['rotate -30', [{ kind: 'rotate', degrees: -30 }]],
  ['rotate it 90 to the left', [{ kind: 'rotate', degrees: -90 }]],
  ['rotate 450', [{ kind: 'rotate', degrees: 90 }]],
  [
    'rotate and blur 5',
    [
      { kind: 'rotate', degrees: 90 },
      { kind: 'blur', sigma: 5 },
    ],
  ],
  [
    'blur then rotate',
    [
      { kind: 'blur', sigma: undefined },
      { kind: 'rotate', degrees: 90 },
    ],
  ],
  ['flip horizontally', [{ kind: 'mirror' }]],
  ['upside down', [{ kind: 'flip' }]],
  ['less contrast', [{ kind: 'contrast', percent: -30 }]],
  ['contrast 50', [{ kind: 'contrast', percent: 50 }]],
  ['a blue border of 12', [{ kind: 'border', color: 'blue', width: 12 }]],
  ['posterize to 3 levels', [{ kind: 'posterize', levels: 3 }]],
  ['text "blur & rotate 5"', [{ kind: 'text', text: 'blur & rotate 5' }]],
  ["write 'it is'", [{ kind: 'text', text: 'it is' }]],
  ['say “Olá”, warm', [{ kind: 'text', text: 'Olá' }, { kind: 'warm' }]],
  ['some text without quotes', []],
  ['the warmest coolant for a blurb', []],
  ['', []],
])('%j asks for %j', (prompt, expected) => {
  expect(operationsOf(prompt)).toEqual(expected)
})

it('is quick and total for any prompt, and holds every amount within its limits', () => {
  const words = fc.constantFrom(
    'blur',
    'rotate',
    '"',
    "'",
    '9999',
    '-1',
    ' ',
    'crop',
    'border',
    'text',
    '\n',
  )
  const prompts = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 300 }),
    fc.array(words).map((list) => list.join('')),
  )
  fc.assert(
    fc.property(prompts, (prompt) => {
      for (const operation of operationsOf(prompt))
        for (const value of Object.values(operation))
          if (typeof value === 'number') expect(Math.abs(value)).toBeLessThanOrEqual(360)
    }),
  )
  const started = process.cpuUsage()
  operationsOf(`"${'blur '.repeat(6_500)}`)
  operationsOf("'".repeat(32_768))
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(2_000)
})

const side = fc.integer({ min: 1, max: 70_000 })
const size = fc.record({ width: side, height: side })

describe('the closest ratio', () => {
  it.each([
    [1000, 1000, '1:1'],
    [4000, 3000, '3:2'],
    [1920, 1080, '16:9'],
    [3440, 1440, '21:9'],
    [1080, 1920, '9:16'],
    [600, 800, '3:4'],
    [800, 1000, '4:5'],
    [10, 60_000, '9:16'],
    [60_000, 10, '21:9'],
  ])('of %i × %i is %s', (width, height, ratio) => {
    expect(closestRatio({ width, height }, ASPECT_RATIOS)).toBe(ratio)
  })

  it('is one of those that are supported', () => {
    expect(closestRatio({ width: 5, height: 4 }, ['auto', '9:16', '2:3'])).toBe('2:3')
    expect(closestRatio({ width: 5, height: 4 }, ['auto'])).toBeUndefined()
  })
})

it('a result has the long edge of its tier', () => {
  expect(['1K', '2K', '4K'].map(longEdgeOf)).toEqual([1024, 2048, 4096])
  for (const ratio of ASPECT_RATIOS.filter((name) => name !== 'auto')) {
    const { width, height } = sizeOf(ratio, 2048)
    const [across = 0, down = 0] = ratio.split(':').map(Number)
    expect(Math.max(width, height)).toBe(2048)
    expect(Math.abs((width * down) / across - height)).toBeLessThanOrEqual(2)
  }
})

it('a cut lies within the picture, and what is fitted within its frame', () => {
  fc.assert(
    fc.property(size, size, (picture, shape) => {
      const cut = centered(picture, shapeWithin(picture, shape))
      expect(cut.left).toBeGreaterThanOrEqual(0)
      expect(cut.top).toBeGreaterThanOrEqual(0)
      expect(cut.left + cut.width).toBeLessThanOrEqual(picture.width)
      expect(cut.top + cut.height).toBeLessThanOrEqual(picture.height)
      expect(Math.min(cut.width, cut.height)).toBeGreaterThan(0)
      const inner = fitted(picture, shape)
      expect(inner.width).toBeLessThanOrEqual(shape.width)
      expect(inner.height).toBeLessThanOrEqual(shape.height)
    }),
  )
})
