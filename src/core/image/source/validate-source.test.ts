import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { type PictureFacts, placePicture } from '../../../../contract/media/picture-header.ts'
import { canSendSource, validateSource } from './validate-source.ts'

function source(facts: Partial<PictureFacts>) {
  const shown = { width: 1000, height: 800 }
  return {
    kind: 'file' as const,
    file: new Blob(),
    fileName: 'a.png',
    facts: {
      type: 'png' as const,
      orientation: 1,
      metadata: false,
      location: false,
      bytes: 1000,
      shown,
      size: shown,
      ...facts,
    },
  }
}

const errors = (facts: Partial<PictureFacts>) =>
  validateSource(source(facts)).filter(({ level }) => level === 'error')

describe('validateSource', () => {
  it('has nothing to say of a plain PNG, JPEG or WebP', () => {
    for (const type of ['png', 'jpeg', 'webp'] as const) {
      expect(validateSource(source({ type }))).toEqual([])
      expect(canSendSource(source({ type }))).toBe(true)
    }
  })

  it('keeps a source back until it has been looked at', () => {
    const { facts: _, ...unseen } = source({})
    expect(canSendSource(unseen)).toBe(false)
    expect(canSendSource(undefined)).toBe(false)
    expect(canSendSource({ ...unseen, fault: 'no picture' })).toBe(false)
  })

  it('gives every fault of a picture that can be decoded a press that settles it', () => {
    const size = fc.record({
      width: fc.integer({ min: 1, max: 9000 }),
      height: fc.integer({ min: 1, max: 9000 }),
    })
    fc.assert(
      fc.property(size, (shown) => {
        for (const { fix } of errors({ shown, size: shown })) {
          const { canvas } = placePicture(shown, fix?.change ?? {})
          expect(errors({ shown: canvas, size: canvas })).toEqual([])
        }
      }),
    )
  })

  it('keeps transparency: only a JPEG is written as JPEG', () => {
    const orientation = 6
    for (const type of ['png', 'webp', 'gif', 'avif'] as const)
      for (const { fix } of validateSource(source({ type, orientation, metadata: true })))
        expect(fix?.change.type).not.toBe('jpeg')
  })

  it('says of a kind this browser cannot read what to convert it to, and offers no fix', () => {
    for (const type of ['heic', 'tiff', 'avif', 'bmp', 'gif'] as const) {
      const { facts, ...rest } = source({ type })
      const { shown: _, size: __, ...undecoded } = facts
      const notes = validateSource({ ...rest, facts: undecoded })
      expect(notes).toHaveLength(1)
      expect(notes[0]).not.toHaveProperty('fix')
      expect(notes[0]?.level).toBe('error')
      expect(notes[0]?.title).toMatch(/^(HEIC|TIFF|AVIF|BMP|GIF) not supported here$/)
      expect(notes[0]?.message).toContain('Convert it to PNG, JPEG or WebP first.')
      if (type === 'heic') expect(notes[0]?.message).toContain('Most Compatible')
    }
  })

  it('offers to convert a TIFF where the browser reads it, and never sends it as it is', () => {
    const [note] = validateSource(source({ type: 'tiff' }))
    expect(note).toMatchObject({ level: 'error', fix: { change: { type: 'png' } } })
  })

  it('says what an edit leaves of an animation and of print colours, and keeps none back', () => {
    const notes = validateSource(source({ type: 'webp', animated: true }))
    expect(notes.map(({ message, fix }) => [message, fix?.label])).toEqual([
      ['Animated: only the first frame is edited.', 'Keep first frame'],
    ])
    expect(validateSource(source({ type: 'jpeg', cmyk: true }))[0]?.fix?.label).toBe(
      'Convert to RGB',
    )
  })

  it.each([
    ['https://example.com/a.png', 0],
    ['HTTP://example.com/a', 0],
    ['ftp://example.com/a.png', 1],
    ['data:image/png;base64,AAAA', 1],
    ['https://', 1],
    ['https://example.com/a b', 1],
  ])('validates the address %s', (url, count) => {
    expect(validateSource({ kind: 'url', url })).toHaveLength(count)
  })
})
