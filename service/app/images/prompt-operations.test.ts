import fc from 'fast-check'
import { expect, it } from 'vitest'

import { operationsOf } from './prompt-operations.ts'

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
    fc.string({ unit: 'binary', maxLength: 300 }),
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
