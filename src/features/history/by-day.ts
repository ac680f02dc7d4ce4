/** Items that belong to one heading of the history. */
export interface Day<Item> {
  day: 'Today' | 'Earlier'
  items: Item[]
}

/** Parts items into those changed since local midnight and those before; empty parts are left out. */
export function byDay<Item extends { updatedAt: number }>(
  items: readonly Item[],
  nowMs: number,
): Day<Item>[] {
  const midnight = new Date(nowMs).setHours(0, 0, 0, 0)
  const days: Day<Item>[] = [
    { day: 'Today', items: items.filter(({ updatedAt }) => updatedAt >= midnight) },
    { day: 'Earlier', items: items.filter(({ updatedAt }) => updatedAt < midnight) },
  ]
  return days.filter((day) => day.items.length > 0)
}
