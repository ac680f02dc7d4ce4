/** Anything that has a place in a conversation. */
export interface Placed {
  id: string
  /** Order in the conversation; gaps are fine. */
  position: number
}

/** A list in order, and those of its items that have another position than before. */
export interface Reordered<Item> {
  list: readonly Item[]
  changed: readonly Item[]
}

/**
 * Puts an item at an index of a list. Only the item gets a position, between its neighbours, until
 * there is no number left between them: then all are numbered anew.
 */
export function inserted<Item extends Placed>(
  list: readonly Item[],
  index: number,
  item: Item,
): Reordered<Item> {
  const before = list[index - 1]?.position
  const after = list[index]?.position
  const position = between(before, after)
  if (position !== undefined) {
    const placed = { ...item, position }
    return { list: list.toSpliced(index, 0, placed), changed: [placed] }
  }
  const numbered = list
    .toSpliced(index, 0, item)
    .map((entry, at) => ({ ...entry, position: at + 1 }))
  return { list: numbered, changed: numbered }
}

/** Moves an item by some places, at most to an end; undefined when it stays where it is. */
export function moved<Item extends Placed>(
  list: readonly Item[],
  id: string,
  by: number,
): Reordered<Item> | undefined {
  const from = list.findIndex((item) => item.id === id)
  const item = list[from]
  if (item === undefined) return undefined
  const to = Math.min(Math.max(from + by, 0), list.length - 1)
  return to === from ? undefined : inserted(list.toSpliced(from, 1), to, item)
}

function between(before: number | undefined, after: number | undefined): number | undefined {
  if (before === undefined) return (after ?? 2) - 1
  if (after === undefined) return before + 1
  const middle = (before + after) / 2
  return middle > before && middle < after ? middle : undefined
}
