import { expect, test } from 'vitest'

import { createIcon } from './create-icon.ts'

test('an icon keeps none of the elements it was drawn of, and so nothing of where it was drawn', () => {
  const Icon = createIcon(['M4 6h16', ['circle', { cx: '12', cy: '12', r: '3' }]])
  const [first, second] = [Icon({}).props.children, Icon({}).props.children].map(list)
  expect(first).toHaveLength(2)
  expect(second?.filter((element) => first?.includes(element))).toEqual([])
})

function list(children: unknown): readonly unknown[] {
  return Array.isArray(children) ? children : []
}
