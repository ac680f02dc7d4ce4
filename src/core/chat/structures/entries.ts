import type { JsonObject, JsonValue } from '../../../../contract/json.ts'

/** The members of an object that are there, in order. */
export function entriesOf(object: JsonObject): [string, JsonValue][] {
  return Object.entries(object).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value]],
  )
}

/** The object with one member under another name, in the same place. */
export function renamed(object: JsonObject, from: string, to: string): JsonObject {
  return Object.fromEntries(
    entriesOf(object).map(([key, value]) => [key === from ? to : key, value]),
  )
}

/** The object without a member. */
export function without(object: JsonObject, name: string): JsonObject {
  const { [name]: _, ...others } = object
  return others
}

/** A name that is not taken: the stem, or the stem with the first number that is free. */
export function freshName(stem: string, taken: readonly string[]): string {
  if (!taken.includes(stem)) return stem
  let number = 2
  while (taken.includes(`${stem}_${number}`)) number += 1
  return `${stem}_${number}`
}

/** A list with two neighbours changed over; the same list at its ends. */
export function movedUp<T>(list: readonly T[], index: number): readonly T[] {
  const [one, other] = [list[index - 1], list[index]]
  return one === undefined || other === undefined
    ? list
    : list.with(index - 1, other).with(index, one)
}
