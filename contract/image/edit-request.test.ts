import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { validate } from '../validation.ts'
import {
  ASPECT_RATIOS,
  EDIT_MODEL_IDS,
  editModelOf,
  editRequestSchema,
  outputFormat,
} from './edit-request.ts'

const base = { image: 'https://example.com/a.png', prompt: 'Make it warm' }

function faults(more: object): string[] {
  const result = validate(editRequestSchema, { ...base, ...more })
  return result.ok ? [] : result.issues.map(({ message }) => message)
}

describe('the image edit request', () => {
  it('takes every listed value', () => {
    expect(faults({})).toEqual([])
    for (const modelId of EDIT_MODEL_IDS) expect(faults({ modelId })).toEqual([])
    for (const aspect_ratio of ASPECT_RATIOS) expect(faults({ aspect_ratio })).toEqual([])
    expect(faults({ output_format: 'jpg', quality: 'low', safe_mode: false, other: 1 })).toEqual([])
    expect(EDIT_MODEL_IDS).toHaveLength(17)
  })

  it.each([
    [{ prompt: '' }, 'prompt is an empty string, but must have at least 1 character.'],
    [
      { prompt: 'x'.repeat(32_769) },
      'prompt is a string of 32769 characters, but may have at most 32768',
    ],
    [{ resolution: 'x'.repeat(11) }, 'resolution is "xxxxxxxxxxx", but may have at most 10'],
    [{ modelId: 'other' }, 'modelId is "other", but must be one of firered-image-edit'],
    [{ aspect_ratio: '4:3' }, 'aspect_ratio is "4:3", but must be one of auto'],
    [{ safe_mode: 'yes' }, 'safe_mode is "yes", but must be true or false.'],
    [
      { image: 'ftp://example.com/a.png' },
      'image is "ftp://example.com/a.png", but must be base64',
    ],
    [{ image: undefined }, 'image is required'],
  ])('names the field, the value and the limit of %j', (more, message) => {
    expect(faults(more)).toEqual([expect.stringContaining(message)])
  })

  it('takes base64 with or without a data URL', () => {
    expect(faults({ image: 'iVBORw0KGgo=' })).toEqual([])
    expect(faults({ image: 'data:image/png;base64,iVBORw0KGgo=' })).toEqual([])
    expect(faults({ image: 'data:text/html;base64,iVBORw0KGgo=' })).toHaveLength(1)
  })

  it('takes any JSON without throwing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        expect(validate(editRequestSchema, body).ok).toBe(false)
      }),
    )
  })
})

describe('editModelOf', () => {
  it('prefers model over modelId over the default', () => {
    expect(editModelOf({ model: 'a', modelId: 'flux-2-max-edit' })).toBe('a')
    expect(editModelOf({ modelId: 'flux-2-max-edit' })).toBe('flux-2-max-edit')
    expect(editModelOf({})).toBe('firered-image-edit')
  })
})

describe('outputFormat', () => {
  it('is PNG for 1K and JPEG for 2K and 4K unless asked otherwise', () => {
    expect(outputFormat({})).toBe('png')
    expect(outputFormat({ resolution: '1K' })).toBe('png')
    expect(outputFormat({ resolution: '2K' })).toBe('jpeg')
    expect(outputFormat({ resolution: '4K' })).toBe('jpeg')
    expect(outputFormat({ resolution: '4K', output_format: 'webp' })).toBe('webp')
    expect(outputFormat({ output_format: 'jpg' })).toBe('jpeg')
  })
})
