import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { randomFrom } from '../inference/random.ts'
import { createSampler, samplingOf, type SamplingSettings } from './sampler.ts'

const OPTIONS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const

function picks(request: object, count = 300, seed = 'x'): string[] {
  const settings = samplingOf({ model: 'm', messages: [], ...request }, { id: 'm' })
  const sampler = createSampler(settings, randomFrom(seed))
  return Array.from({ length: count }, () => sampler.pick(OPTIONS))
}

function distinct(request: object): number {
  return new Set(picks(request)).size
}

function share(request: object, option: string): number {
  const all = picks(request)
  return all.filter((pick) => pick === option).length / all.length
}

describe('the sampler', () => {
  it('always takes the likeliest at temperature 0, and varies more the higher it is', () => {
    expect(distinct({ temperature: 0 })).toBe(1)
    expect(share({ temperature: 0.3 }, 'a')).toBeGreaterThan(share({ temperature: 1 }, 'a'))
    expect(share({ temperature: 1 }, 'a')).toBeGreaterThan(share({ temperature: 2 }, 'a'))
    expect(distinct({ temperature: 2 })).toBe(OPTIONS.length)
  })

  it('keeps within top_k, top_p and min_p', () => {
    expect(distinct({ temperature: 2, top_k: 2 })).toBe(2)
    expect(distinct({ temperature: 2, top_p: 0 })).toBe(1)
    expect(distinct({ temperature: 1, top_p: 0.5 })).toBe(2)
    expect(distinct({ temperature: 1, min_p: 0.1 })).toBeLessThan(OPTIONS.length)
    expect(distinct({ temperature: 1, min_p: 1 })).toBe(1)
  })

  it('repeats less with penalties, and more with negative ones', () => {
    for (const penalty of ['frequency_penalty', 'presence_penalty'])
      expect(share({ temperature: 0.5, [penalty]: 2 }, 'a')).toBeLessThan(
        share({ temperature: 0.5 }, 'a'),
      )
    expect(share({ temperature: 0.5, repetition_penalty: 3 }, 'a')).toBeLessThan(
      share({ temperature: 0.5 }, 'a'),
    )
    expect(distinct({ temperature: 1, frequency_penalty: -2 })).toBeLessThan(
      distinct({ temperature: 1 }),
    )
  })

  it('follows the entropy between min_temp and max_temp', () => {
    expect(distinct({ min_temp: 0, max_temp: 0 })).toBe(1)
    expect(distinct({ min_temp: 0, max_temp: 2 })).toBeGreaterThan(4)
  })

  it('always picks one of the options, whatever the settings', () => {
    const number = fc.double({ noNaN: true, min: 0, max: 2 })
    fc.assert(
      fc.property(
        fc.record({
          temperature: number,
          topP: number,
          topK: fc.nat(),
          minP: number,
          frequencyPenalty: number,
          presencePenalty: number,
          repetitionPenalty: fc.double({ noNaN: true, min: 0 }),
        }),
        (settings: SamplingSettings) => {
          const sampler = createSampler(settings, randomFrom('s'))
          for (let pick = 0; pick < 5; pick += 1) expect(OPTIONS).toContain(sampler.pick(OPTIONS))
        },
      ),
    )
  })
})
