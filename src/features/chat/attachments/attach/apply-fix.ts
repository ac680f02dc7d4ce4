import { formatModelSuffix, parseModelSuffix } from '../../../../../contract/chat/model-suffix.ts'
import { setModel } from '../../../../core/chat/conversation/current-conversation.ts'
import { changePicture } from '../../../../media/picture/picture-client.ts'
import { chat } from '../../../../page/chat.ts'
import { showToast } from '../../../../ui/feedback/toast-store.ts'
import type { Fix } from '../check/part-issue.ts'
import { blobOf, type DraftPart } from '../draft/draft-part.ts'
import { draftPartsStore } from '../draft/draft-parts-store.ts'
import { changePart, removeParts } from '../draft/edit-draft.ts'
import { setDoing, settlePicture } from './attach-files.ts'
import { convertToWav, withExtension } from './audio-conversion.ts'

/** Does what a fix says. When it fails the part stays as it was and a toast says why. */
export async function applyFix(fix: Fix): Promise<void> {
  switch (fix.kind) {
    case 'use-model':
      return setModel(chat, formatModelSuffix(fix.model, parametersNow()))
    case 'remove':
      return removeWithUndo(fix.partIds)
    case 'name-format':
      return changePart(fix.partId, (part) =>
        part.kind === 'audio' ? { ...part, format: fix.format } : part,
      )
    case 'convert-audio':
      return rework(fix.partId, 'Converting', async ({ id, name }, blob) => {
        const wav = await convertToWav(blob)
        changePart(id, ({ cached }) => ({
          kind: 'audio',
          id,
          cached,
          name: withExtension(name, 'wav'),
          blob: wav,
          format: 'wav',
          container: 'WAV',
        }))
      })
    case 'change-picture':
      return rework(fix.partId, 'Changing', async ({ id, name }, blob) => {
        const changed = await changePicture(blob, fix.change)
        const { type } = fix.change
        await settlePicture(id, withExtension(name, type === 'jpeg' ? 'jpg' : type), changed)
      })
  }
}

/** Removes parts; a toast offers to undo that. */
export function removeWithUndo(ids: readonly string[]): void {
  const undo = removeParts(ids)
  showToast(ids.length === 1 ? 'Attachment removed' : `${ids.length} attachments removed`, {
    label: 'Undo',
    run: undo,
  })
}

/** What the suffixes of the current model set stays set. */
function parametersNow() {
  return parseModelSuffix(chat.conversation.getState().conversation.model).parameters
}

async function rework(
  id: string,
  doing: string,
  work: (part: DraftPart, blob: Blob) => Promise<void>,
): Promise<void> {
  const part = draftPartsStore.getState().parts.find((candidate) => candidate.id === id)
  const blob = part && blobOf(part)
  if (part === undefined || blob === undefined) return
  setDoing(id, part.name, blob, doing)
  try {
    await work(part, blob)
  } catch (error) {
    changePart(id, () => part)
    showToast(`${part.name}: ${reasonOf(error)}`)
  }
}

function reasonOf(error: unknown): string {
  // What the decoder of sound says is not for people.
  return error instanceof DOMException || !(error instanceof Error)
    ? 'this browser cannot decode it.'
    : error.message
}
