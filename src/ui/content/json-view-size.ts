/** Entries shown of a list or object, and characters of a string, before "Show more" is pressed. */
export const ENTRY_PAGE = 100
export const STRING_PAGE = 2000
/** Characters shown of the name of a member. */
export const NAME_LENGTH = 200

/** Rows and characters that may stand open at first. */
const MAX_ROWS = 2000
const MAX_CHARACTERS = 100_000

/**
 * How many levels of a value a tree opens at first: as many as asked for, fewer where that would draw
 * too much. Looks at no more than would be drawn.
 */
export function levelsToOpen(value: unknown, levels: number): number {
  let open: unknown[] = [value]
  let rows = 1
  let characters = 0
  for (let level = 0; level < levels && open.length > 0; level += 1) {
    const next: unknown[] = []
    for (const container of open) {
      for (const [name, member] of entriesOf(container)) {
        rows += 1
        characters += Math.min(name.length, NAME_LENGTH)
        if (typeof member === 'string') characters += Math.min(member.length, STRING_PAGE)
        else next.push(member)
        if (rows > MAX_ROWS || characters > MAX_CHARACTERS) return Math.max(level, 1)
      }
    }
    open = next
  }
  return levels
}

/** The members that are drawn at first. */
function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).slice(0, ENTRY_PAGE)
    : []
}
