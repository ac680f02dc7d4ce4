import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { inserted, moved, type Placed } from './order.ts'

const list = (length: number): Placed[] =>
  Array.from({ length }, (_, index) => ({ id: `m${index}`, position: index + 1 }))

const ids = (items: readonly Placed[]) => items.map(({ id }) => id)

function expectInOrder(items: readonly Placed[]): void {
  const positions = items.map(({ position }) => position)
  expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b))
}

describe('inserted', () => {
  it('puts an item where it was asked to, and touches no other', () => {
    const { list: after, changed } = inserted(list(3), 1, { id: 'new', position: 0 })
    expect(ids(after)).toEqual(['m0', 'new', 'm1', 'm2'])
    expect(ids(changed)).toEqual(['new'])
  })

  it('keeps the order when the same gap is filled for ever', () => {
    let items: readonly Placed[] = list(2)
    for (let count = 0; count < 200; count += 1) {
      items = inserted(items, 1, { id: `n${count}`, position: 0 }).list
      expectInOrder(items)
    }
    expect(items).toHaveLength(202)
  })
})

describe('moved', () => {
  it('keeps every item, in positions that say the same order', () => {
    const steps = fc.array(fc.tuple(fc.nat(9), fc.integer({ min: -12, max: 12 })), {
      maxLength: 120,
    })
    fc.assert(
      fc.property(steps, (moves) => {
        let items: readonly Placed[] = list(10)
        for (const [which, by] of moves) {
          const result = moved(items, `m${which}`, by)
          const stored = new Map(items.map((item) => [item.id, item.position]))
          for (const { id, position } of result?.changed ?? []) stored.set(id, position)
          items = result?.list ?? items
          expectInOrder(items)
          // What is written to storage reads back as what is on the screen.
          expect(items.every(({ id, position }) => stored.get(id) === position)).toBe(true)
        }
        expect(ids(items).toSorted()).toEqual(ids(list(10)).toSorted())
      }),
    )
  })

  it('says nothing changed at the ends', () => {
    expect(moved(list(3), 'm0', -1)).toBeUndefined()
    expect(moved(list(3), 'm2', 1)).toBeUndefined()
    expect(moved(list(3), 'gone', 1)).toBeUndefined()
  })
})
