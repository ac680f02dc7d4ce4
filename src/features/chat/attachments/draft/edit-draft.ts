import type { DraftPart } from './draft-part.ts'
import { draftPartsStore } from './draft-parts-store.ts'

type NewPart = DraftPart extends infer Part
  ? Part extends DraftPart
    ? Omit<Part, 'id'>
    : never
  : never

const setParts = (change: (parts: readonly DraftPart[]) => readonly DraftPart[]) =>
  draftPartsStore.setState(({ parts }) => ({ parts: change(parts) }))

/** Adds a part at the end and gives its id. */
export function addPart(part: NewPart): string {
  const id = crypto.randomUUID()
  setParts((parts) => [...parts, { ...part, id }])
  return id
}

/** Changes a part, if it is still there. */
export function changePart(id: string, change: (part: DraftPart) => DraftPart): void {
  setParts((parts) => parts.map((part) => (part.id === id ? change(part) : part)))
}

/** Puts another part in the place of one, under the same id and mark. */
export function replacePart(id: string, next: NewPart): void {
  changePart(id, ({ cached }) => ({ ...next, id, cached }))
}

/** Takes parts away and gives back how to undo that. */
export function removeParts(ids: readonly string[]): () => void {
  const before = draftPartsStore.getState().parts
  setParts((parts) => parts.filter(({ id }) => !ids.includes(id)))
  return () => setParts((parts) => restored(before, parts))
}

/** Moves a part by so many places; it stops at either end. */
export function movePart(id: string, by: number): void {
  setParts((parts) => moved(parts, id, by))
}

/** The parts in a new order: one of them moved by some places, the others in theirs. */
export function moved<Part extends { id: string }>(
  parts: readonly Part[],
  id: string,
  by: number,
): readonly Part[] {
  const from = parts.findIndex((part) => part.id === id)
  const part = parts[from]
  if (part === undefined) return parts
  const to = Math.max(0, Math.min(parts.length - 1, from + by))
  return parts.toSpliced(from, 1).toSpliced(to, 0, part)
}

/** What was removed comes back where it was, beside what was added since. */
function restored(before: readonly DraftPart[], now: readonly DraftPart[]): readonly DraftPart[] {
  const current = new Map(now.map((part) => [part.id, part]))
  const old = before.map((part) => current.get(part.id) ?? part)
  const known = new Set(before.map(({ id }) => id))
  return [...old, ...now.filter(({ id }) => !known.has(id))]
}
