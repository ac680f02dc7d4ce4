import { describe, expect, it } from 'vitest'

import { validateImageBytes, validateImagePixels } from './image-limits.ts'

describe('the limits of an image to edit', () => {
  it('are kept by the fewest and the most pixels, and by one byte below the size', () => {
    expect(validateImagePixels({ width: 256, height: 256 })).toBeUndefined()
    expect(validateImagePixels({ width: 7680, height: 4320 })).toBeUndefined()
    expect(validateImageBytes(24_999_999)).toBeUndefined()
  })

  it('are named with the value that breaks them', () => {
    expect(validateImagePixels({ width: 65_535, height: 1 })).toEqual({
      limit: 'too-few-pixels',
      message: 'image has 65,535 × 1 = 65,535 pixels, but must have at least 65,536.',
    })
    expect(validateImagePixels({ width: 33_177_601, height: 1 })).toEqual({
      limit: 'too-many-pixels',
      message: 'image has 33,177,601 × 1 = 33,177,601 pixels, but may have at most 33,177,600.',
    })
    expect(validateImageBytes(25_000_000)).toEqual({
      limit: 'bytes',
      message: 'image has 25,000,000 bytes, but must have fewer than 25,000,000.',
    })
  })
})
