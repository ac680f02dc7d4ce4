import { formatModelSuffix, parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import type { Chat } from '../chat.ts'
import { setModel } from '../conversation/current-conversation.ts'
import { attachmentOfPicture } from './attach-files.ts'
import { type Attachment, blobOf, type Fix, type Media } from './attachment.ts'
import { removeAttachments, replaceAttachment, updateAttachment } from './edit-attachments.ts'

/** Does what a fix says. When it fails the attachment stays as it was and the person is told why. */
export async function applyFix(chat: Chat, media: Media, fix: Fix): Promise<void> {
  switch (fix.kind) {
    case 'use-model': {
      // What the suffixes of the present model set stays set.
      const { parameters } = parseModelSuffix(chat.conversation.getState().conversation.model)
      return setModel(chat, formatModelSuffix(fix.model, parameters))
    }
    case 'remove':
      return removeWithUndo(chat, fix.ids)
    case 'name-format':
      return updateAttachment(chat, fix.id, (attachment) =>
        attachment.kind === 'audio' ? { ...attachment, format: fix.format } : attachment,
      )
    case 'convert-audio':
      return rework(chat, fix.id, 'Converting', async ({ id, name }, blob) => {
        const wav = await media.convertToWav(blob)
        replaceAttachment(chat, id, {
          kind: 'audio',
          cached: false,
          name: withExtension(name, 'wav'),
          blob: wav,
          format: 'wav',
          container: 'WAV',
        })
      })
    case 'change-picture':
      return rework(chat, fix.id, 'Changing', async ({ id, name }, blob) => {
        const changed = await media.changePicture(blob, fix.change)
        const { type } = fix.change
        const newName = withExtension(name, type === 'jpeg' ? 'jpg' : type)
        replaceAttachment(chat, id, await attachmentOfPicture(media, newName, changed))
      })
  }
}

/** Removes attachments and offers to undo that. */
export function removeWithUndo(chat: Chat, ids: readonly string[]): void {
  const undo = removeAttachments(chat, ids)
  chat.world.notify(ids.length === 1 ? 'Attachment removed' : `${ids.length} attachments removed`, {
    label: 'Undo',
    run: undo,
  })
}

async function rework(
  chat: Chat,
  id: string,
  doing: string,
  work: (attachment: Attachment, blob: Blob) => Promise<void>,
): Promise<void> {
  const before = chat.attachments.getState().list.find((candidate) => candidate.id === id)
  const blob = before && blobOf(before)
  if (before === undefined || blob === undefined) return
  const { name } = before
  replaceAttachment(chat, id, { kind: 'pending', name, blob, cached: false, doing })
  try {
    await work(before, blob)
  } catch (error) {
    updateAttachment(chat, id, () => before)
    chat.world.notify(`${name}: ${reasonOf(error)}`)
  }
}

function withExtension(name: string, extension: string): string {
  return `${name.replace(/\.[^./]{1,10}$/, '')}.${extension}`
}

function reasonOf(error: unknown): string {
  // What the decoder of sound says is not for people.
  return error instanceof DOMException || !(error instanceof Error)
    ? "your browser can't decode it."
    : error.message
}
