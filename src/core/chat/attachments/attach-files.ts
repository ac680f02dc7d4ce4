import type { Chat } from '../chat.ts'
import type {
  AudioAttachment,
  FileAttachment,
  ImageAttachment,
  Media,
  MediaKind,
  VideoAttachment,
} from './attachment.ts'
import { addAttachment, removeAttachments, replaceAttachment } from './edit-attachments.ts'
import { identifyFile, SNIFFED_BYTES } from './identify-file.ts'

/** More files at once than this are surely a mistake. */
const MAX_FILES = 30

/** Longest side of the small picture on a chip, px: twice what it is drawn at. */
const THUMBNAIL_SIDE = 160

/** An attachment made of a file, which has no place in a message yet. */
type NewFileAttachment =
  | Omit<ImageAttachment, 'id'>
  | Omit<AudioAttachment, 'id'>
  | Omit<VideoAttachment, 'id'>
  | Omit<FileAttachment, 'id'>

/** Attaches files, each as what its bytes say it is. Nothing is sent anywhere. */
export async function attachFiles(chat: Chat, media: Media, files: readonly File[]): Promise<void> {
  if (files.length > MAX_FILES)
    chat.world.notify(`The first ${MAX_FILES} of ${files.length} files were attached.`)
  const attach = (file: File) => attachFile(chat, media, file)
  await Promise.all(files.slice(0, MAX_FILES).map(attach))
}

async function attachFile(chat: Chat, media: Media, file: File): Promise<void> {
  const { notify } = chat.world
  const { name } = file
  const id = addAttachment(chat, {
    kind: 'pending',
    name,
    blob: file,
    cached: false,
    doing: 'Reading',
  })
  try {
    replaceAttachment(chat, id, await attachmentOfFile(media, file))
  } catch {
    // A folder, or a file that went away: there is nothing to attach.
    removeAttachments(chat, [id])
    notify(`Couldn't read ${name}. It was not attached.`)
  }
}

/** A file as the attachment that its bytes say it is; `wanted` settles the rest. Rejects when it is unreadable. */
export async function attachmentOfFile(
  media: Media,
  file: File,
  wanted?: MediaKind,
): Promise<NewFileAttachment> {
  const { name } = file
  const head = new Uint8Array(await file.slice(0, SNIFFED_BYTES).arrayBuffer())
  const found = identifyFile(head, { name, mediaType: file.type, wanted })
  const base = { name, cached: false }
  switch (found.kind) {
    case 'image':
      return attachmentOfPicture(media, name, file)
    case 'audio': {
      const { format, label } = found
      return { ...base, kind: 'audio', blob: file, container: label, ...(format && { format }) }
    }
    case 'video': {
      const { format } = found
      return { ...base, kind: 'video', source: { blob: file }, ...(format && { format }) }
    }
    case 'file':
      return { ...base, ...found, source: { blob: file } }
  }
}

/** A picture as an attachment, with what its bytes say about it. */
export async function attachmentOfPicture(
  media: Media,
  name: string,
  blob: Blob,
): Promise<Omit<ImageAttachment, 'id'>> {
  const facts = await media.inspectPicture(blob, THUMBNAIL_SIDE)
  return { kind: 'image', name, cached: false, source: { blob }, ...(facts && { facts }) }
}
