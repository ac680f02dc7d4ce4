import { expect, it } from 'vitest'

import { createHolds } from './holds.ts'

it('holds cannot add up to more than the balance, and releasing twice frees once', () => {
  const holds = createHolds()
  const first = holds.take('a', 100, 60)
  expect(first).toBeDefined()
  expect(holds.take('a', 100, 41)).toBeUndefined()
  const second = holds.take('a', 100, 40)
  expect(second).toBeDefined()
  expect(holds.take('b', 100, 100)).toBeDefined()
  first?.release()
  first?.release()
  expect(holds.take('a', 100, 61)).toBeUndefined()
  expect(holds.take('a', 100, 60)).toBeDefined()
})
