import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { JsonValue } from '../../../../contract/json.ts'
import { foldData, unfoldData } from './request-text.ts'

const image = `data:image/png;base64,${'A'.repeat(1000)}`

test('long data is a word that names its type and length, and comes back', () => {
  const body = { a: [{ url: image }, { url: image }], text: 'x'.repeat(1000).concat(' ') }
  const folded = foldData(body)
  const text = JSON.stringify(folded.value)
  expect(text).toContain('⟨data 1: image/png, 1,022 characters⟩')
  expect(text).not.toContain('data 2')
  expect(unfoldData(folded.value, folded.data)).toEqual(body)
})

test('whatever is folded comes back', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(image, 'B'.repeat(500)), (value, data) => {
      const body = [value, { data }] as JsonValue
      const folded = foldData(body)
      expect(unfoldData(folded.value, folded.data)).toEqual(body)
    }),
  )
})
