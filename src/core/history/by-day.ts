/** Items that belong to one heading of the history. */
export interface Day<Item> {
  /** "Today", "Yesterday", or a date such as "Mon 17 Nov"; with the year when it is another. */
  day: string
  items: Item[]
}

/** Parts items by the local day they were changed on, in the order they come in. */
export function byDay<Item extends { updatedAt: number }>(
  items: readonly Item[],
  nowMs: number,
): Day<Item>[] {
  const days = new Map<string, Item[]>()
  for (const item of items) {
    const day = dayName(item.updatedAt, nowMs)
    const found = days.get(day)
    if (found === undefined) days.set(day, [item])
    else found.push(item)
  }
  return [...days].map(([day, ofDay]) => ({ day, items: ofDay }))
}

const inYear = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
})
const withYear = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

function dayName(atMs: number, nowMs: number): string {
  const today = new Date(nowMs).setHours(0, 0, 0, 0)
  if (atMs >= today) return 'Today'
  // Days are not all 24 hours long, but noon of the day before is always in it.
  if (atMs >= new Date(today - 12 * 3_600_000).setHours(0, 0, 0, 0)) return 'Yesterday'
  const isThisYear = new Date(atMs).getFullYear() === new Date(nowMs).getFullYear()
  return (isThisYear ? inYear : withYear).format(atMs)
}
