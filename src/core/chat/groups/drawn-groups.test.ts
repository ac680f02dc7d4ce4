import { describe, expect, test } from 'vitest'

import { drawnGroups } from './drawn-groups.ts'

const none = () => false

/** Follows a reader who has each of some groups near in turn. */
function read(keys: readonly number[], isHeld: (key: number) => boolean = none) {
  return keys.reduce<readonly number[]>(
    (drawn, key) => drawnGroups(drawn, new Set([key]), isHeld),
    [],
  )
}

const upTo = (count: number) => Array.from({ length: count }, (_, key) => key)

describe('groups that are drawn', () => {
  test('behavior: what is near the view is drawn', () => {
    expect(drawnGroups([], new Set([3, 4]), none)).toEqual([3, 4])
  })

  test('behavior: a reader who goes up and down a little finds everything drawn', () => {
    expect(read([5, 4, 5, 4])).toEqual([5, 4])
  })

  test('behavior: however far someone reads, no more than the last groups stay drawn', () => {
    const drawn = read(upTo(500))
    expect(drawn.length).toBeLessThan(8)
    expect(drawn.at(-1)).toBe(499)
    expect(drawn).not.toContain(0)
  })

  test('behavior: what was read last stays, not what was drawn last', () => {
    const drawn = read([0, 1, 2, 0, 100])
    expect(drawn).toContain(0)
    expect(drawn).not.toContain(1)
  })

  test('behavior: while someone scrolls, more of what they left may stay until there is time', () => {
    expect(drawnGroups(upTo(6), new Set([5]), none, 4)).toEqual([1, 2, 3, 4, 5])
    expect(drawnGroups(upTo(6), new Set([5]), none)).toEqual([4, 5])
  })

  test('behavior: a group that someone works in stays drawn', () => {
    expect(read(upTo(100), (key) => key === 7)).toContain(7)
  })

  test('behavior: nothing is drawn again while the reader stays where they are', () => {
    const drawn = read(upTo(4))
    expect(drawnGroups(drawn, new Set([3]), none)).toEqual(drawn)
  })
})
