import type { DragEvent } from 'react'

import { showNotLoaded } from '../../../ui/feedback/part.tsx'
import { droppedFiles, welcomesFiles } from '../../../ui/files.ts'
import { attachViewStore } from '../chat-view-store.ts'

const welcome = (open: 'drop' | undefined) => attachViewStore.setState({ open })

/** Props that let files be dropped on an element; each is attached, none is opened or sent. */
export const dropTarget = {
  onDragOver(event: DragEvent): void {
    if (welcomesFiles(event)) welcome('drop')
  },
  onDragLeave({ currentTarget, relatedTarget }: DragEvent): void {
    if (!currentTarget.contains(relatedTarget as Node | null)) welcome(undefined)
  },
  onDrop(event: DragEvent): void {
    welcome(undefined)
    attachFiles(droppedFiles(event))
  },
}

/** Attaches files to the message being written, see `attach-files.ts`. */
export function attachFiles(files: readonly File[]): void {
  if (files.length === 0) return
  import('./attachments.ts').then(
    (attachments) => attachments.attachFiles(files),
    () => void showNotLoaded('part of this page, so nothing was attached'),
  )
}
