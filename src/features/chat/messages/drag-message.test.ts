import fc from 'fast-check'
import { expect, test } from 'vitest'

import { moved } from '../../../core/chat/conversation/order.ts'
import { stepsTo } from './drag-message.ts'

test('a message that is dropped beside another stands there, the others in their order', () => {
  const ids = ['a', 'b', 'c', 'd', 'e']
  fc.assert(
    fc.property(
      fc.constantFrom(...ids),
      fc.constantFrom(...ids),
      fc.boolean(),
      (id, beside, after) => {
        const list = ids.map((one, at) => ({ id: one, position: at }))
        const by = stepsTo(ids, id, beside, after)
        const result = (moved(list, id, by)?.list ?? list).map((item) => item.id)
        expect(result.filter((one) => one !== id)).toEqual(ids.filter((one) => one !== id))
        if (id !== beside) expect(result.indexOf(id) - result.indexOf(beside)).toBe(after ? 1 : -1)
      },
    ),
  )
})

test('a message that is gone moves nothing', () => {
  expect(stepsTo(['a'], 'a', 'gone', true)).toBe(0)
  expect(stepsTo(['a'], 'gone', 'a', true)).toBe(0)
})
