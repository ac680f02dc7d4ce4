import { showToast } from '../../../../ui/feedback/toast-store.ts'
import type { MediaKind } from '../draft/draft-part.ts'
import { addPart, changePart, removeParts, replacePart } from '../draft/edit-draft.ts'
import { draftOfFile, draftOfPicture, type DraftOfFile } from './draft-of-file.ts'

/** More files at once than this are surely a mistake. */
const MAX_FILES = 30

/**
 * Attaches files, each as what its bytes say it is. `wanted` settles what bytes leave open. Nothing
 * is sent anywhere.
 */
export async function attachFiles(files: readonly File[], wanted?: MediaKind): Promise<void> {
  if (files.length > MAX_FILES)
    showToast(`The first ${MAX_FILES} of ${files.length} files were attached.`)
  await Promise.all(files.slice(0, MAX_FILES).map((file) => attachFile(file, wanted)))
}

async function attachFile(file: File, wanted: MediaKind | undefined): Promise<void> {
  const { name } = file
  const id = addPart({ kind: 'pending', name, blob: file, cached: false, doing: 'Reading' })
  try {
    const found = await draftOfFile(file, wanted)
    replacePart(id, found)
    // A file is whatever it is; who asked for a picture and got none wants to know.
    if (wanted !== undefined && wanted !== 'file' && wanted !== found.kind)
      showToast(`${name} is attached as what it is: ${nounOf(found)}.`)
  } catch {
    // A folder, or a file that went away: there is nothing to attach.
    removeParts([id])
    showToast(`${name} could not be read, so it was not attached.`)
  }
}

/** Puts a picture in the place of a part, with what its bytes say about it. */
export async function settlePicture(id: string, name: string, blob: Blob): Promise<void> {
  replacePart(id, await draftOfPicture(name, blob))
}

/** Says on the chip of a part what is being done with it. */
export function setDoing(id: string, name: string, blob: Blob, doing: string): void {
  changePart(id, ({ cached }) => ({ id, kind: 'pending', name, blob, cached, doing }))
}

function nounOf({ kind }: DraftOfFile): string {
  return { image: 'an image', audio: 'audio', video: 'a video', file: 'a file' }[kind]
}
