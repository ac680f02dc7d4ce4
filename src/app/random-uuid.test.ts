import fc from 'fast-check'
import { expect, it } from 'vitest'

import { uuidOfBytes } from './random-uuid.ts'

it('makes a version 4 UUID of any 16 bytes, and keeps their 122 random bits', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
      const uuid = uuidOfBytes(bytes)
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      const back = Buffer.from(uuid.replaceAll('-', ''), 'hex')
      const same = (index: number, mask: number) =>
        ((back[index] ?? 0) & mask) === ((bytes[index] ?? 0) & mask)
      for (let index = 0; index < 16; index += 1)
        expect(same(index, index === 6 ? 0x0f : index === 8 ? 0x3f : 0xff)).toBe(true)
    }),
  )
})
