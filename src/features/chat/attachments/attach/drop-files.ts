import type { ClipboardEvent, DragEvent } from 'react'

import { showNotLoaded } from '../../../../ui/feedback/load-fault.ts'
import { loadAttachments } from '../../lazy.ts'
import { attachViewStore } from './attach-view-store.ts'

const welcome = (open: 'drop' | undefined) => attachViewStore.setState({ open })

/** Props that let files be dropped on an element; each is attached, none is opened or sent. */
export const dropTarget = {
  onDragOver(event: DragEvent): void {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    welcome('drop')
  },
  onDragLeave({ currentTarget, relatedTarget }: DragEvent): void {
    if (!currentTarget.contains(relatedTarget as Node | null)) welcome(undefined)
  },
  onDrop(event: DragEvent): void {
    welcome(undefined)
    take(event, event.dataTransfer)
  },
}

/** Attaches pasted files. A copied table brings a picture of itself along: its text is what is meant. */
export function pasteFiles(event: ClipboardEvent): void {
  const { types } = event.clipboardData
  if (!types.includes('text/html') || !types.includes('text/plain'))
    take(event, event.clipboardData)
}

function take(event: { preventDefault: () => void }, { files }: DataTransfer): void {
  if (files.length === 0) return
  event.preventDefault()
  // The list is emptied when the event is over.
  attachFiles([...files])
}

/** Attaches files to the message being written, see `attach-files.ts`. */
export function attachFiles(files: readonly File[]): void {
  loadAttachments().then(
    (attachments) => attachments.attachFiles(files),
    () => void showNotLoaded('part of this page, so nothing was attached'),
  )
}
