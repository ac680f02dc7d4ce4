import type { ContentPart } from '../../../../contract/chat/messages.ts'
import type { Client } from '../../client/client.ts'
import { attachmentOfFile } from '../attachments/attach-files.ts'
import type { Attachment, MediaKind } from '../attachments/attachment.ts'
import { checkAttachment } from '../attachments/check-attachment.ts'
import type { Media } from '../attachments/media.ts'
import { encodeContent } from './encode-content.ts'

const NOUNS: Readonly<Record<MediaKind, string>> = {
  image: 'an image',
  audio: 'audio',
  video: 'a video',
  file: 'a supported file',
}

/** A file as an attachment, and as the content part that is sent of it. */
export interface ReadAttachment {
  attachment: Attachment
  part: ContentPart
}

/** One file as the content part of the kind that is asked for, or of its own; or why it cannot be one. */
export async function readAttachment(
  client: Client,
  media: Media,
  file: File,
  kind?: MediaKind,
): Promise<ReadAttachment | string> {
  const found = await attachmentOfFile(media, file, kind).catch(() => undefined)
  if (found === undefined) return `Couldn't read ${file.name}.`
  const attachment = { ...found, id: client.world.random.uuid() }
  if (kind !== undefined && attachment.kind !== kind) return `${file.name} is not ${NOUNS[kind]}.`
  const fault = checkAttachment(attachment).find(({ level }) => level === 'error')
  if (fault !== undefined) return fault.message
  const [part] = await encodeContent(client, media, [attachment])
  return part === undefined ? `Couldn't read ${file.name}.` : { attachment, part }
}

/** Files as content parts, each of its own kind; those that can't be one are named by `notify`. */
export async function readAttachments(
  client: Client,
  media: Media,
  files: readonly File[],
  notify: (why: string) => void,
): Promise<ReadAttachment[]> {
  const all = await Promise.all(files.map((file) => readAttachment(client, media, file)))
  for (const one of all) if (typeof one === 'string') notify(one)
  return all.filter((one) => typeof one !== 'string')
}
