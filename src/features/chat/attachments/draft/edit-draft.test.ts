import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'

import { draftPartsStore } from './draft-parts-store.ts'
import { addPart, moved, removeParts, replacePart } from './edit-draft.ts'

const text = (name: string) => ({ kind: 'text' as const, name, text: name, cached: false })
const names = () => draftPartsStore.getState().parts.map(({ name }) => name)

beforeEach(() => draftPartsStore.setState({ parts: [] }))

test('moving keeps every part, and moving back restores the order', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 8 }),
      fc.nat(),
      fc.integer({ min: -9, max: 9 }),
      (ids, pick, by) => {
        const parts = ids.map((id) => ({ id }))
        const id = ids[pick % ids.length] ?? ''
        const after = moved(parts, id, by)
        expect(after.map((part) => part.id).toSorted()).toEqual(ids.toSorted())
        const shift = after.findIndex((part) => part.id === id) - ids.indexOf(id)
        expect(moved(after, id, -shift)).toEqual(parts)
      },
    ),
  )
})

test('what was removed comes back in its place, beside what was added since', () => {
  const [a, b] = ['a', 'b', 'c'].map((name) => addPart(text(name)))
  const undo = removeParts([a ?? '', b ?? ''])
  expect(names()).toEqual(['c'])
  addPart(text('d'))
  undo()
  expect(names()).toEqual(['a', 'b', 'c', 'd'])
})

test('a part that is replaced keeps its mark', () => {
  const id = addPart({ ...text('a'), cached: true })
  replacePart(id, text('b'))
  expect(draftPartsStore.getState().parts).toEqual([{ ...text('b'), id, cached: true }])
})
