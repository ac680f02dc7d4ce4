import { createStore } from 'zustand/vanilla'

/** Which messages are being edited, by id. */
export const editorStore = createStore<{ open: ReadonlySet<string> }>(() => ({ open: new Set() }))

/** Opens the editor of a message, in its place. */
export function openEditor(id: string): void {
  editorStore.setState(({ open }) => ({ open: new Set([...open, id]) }))
}

/** Closes the editor of a message; what was not saved is gone. */
export function closeEditor(id: string): void {
  editorStore.setState(({ open }) => ({ open: new Set([...open].filter((other) => other !== id)) }))
}
