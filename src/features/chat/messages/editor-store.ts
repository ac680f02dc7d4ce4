import { createStore } from 'zustand/vanilla'

import type { Message } from '../../../../contract/chat/messages.ts'

/** What stands in an editor and is not saved: a message, its JSON, or the text of an answer. */
export interface EditorDraft {
  message?: Message
  json?: string
  text?: string
}

interface EditorState {
  /** Which messages are being edited, by id. */
  open: ReadonlySet<string>
  /** What stands in their editors. */
  drafts: Readonly<Record<string, EditorDraft>>
}

/** The messages that are being edited. */
export const editorStore = createStore<EditorState>(() => ({ open: new Set(), drafts: {} }))

/** Opens the editor of a message, in its place; with a draft, as it was left. */
export function openEditor(id: string, draft?: EditorDraft): void {
  editorStore.setState(({ open, drafts }) => ({
    open: new Set([...open, id]),
    drafts: draft === undefined ? drafts : { ...drafts, [id]: draft },
  }))
}

/** Notes what stands in an editor, so that a reload does not lose it. */
export function keepEdit(id: string, draft: EditorDraft): void {
  editorStore.setState(({ open, drafts }) =>
    open.has(id) ? { drafts: { ...drafts, [id]: draft } } : {},
  )
}

/** What stood in an editor when it was left. */
export function keptEdit(id: string): EditorDraft | undefined {
  return editorStore.getState().drafts[id]
}

/** Closes the editor of a message; what was not saved is gone. */
export function closeEditor(id: string): void {
  editorStore.setState(({ open, drafts: { [id]: _, ...drafts } }) => ({
    open: new Set([...open].filter((other) => other !== id)),
    drafts,
  }))
}
