import type { ContentPart } from '../../../../../contract/chat/content-parts.ts'
import { checkPart } from '../check/check-part.ts'
import type { MediaKind } from '../draft/draft-part.ts'
import { encodeParts } from '../send/encode-parts.ts'
import { draftOfFile } from './draft-of-file.ts'

const NOUNS: Readonly<Record<MediaKind, string>> = {
  image: 'an image',
  audio: 'audio',
  video: 'a video',
  file: 'a file to read',
}

/** One file as the content part of the kind that is asked for, or why it cannot be one. */
export async function readAttachment(file: File, kind: MediaKind): Promise<ContentPart | string> {
  const found = await draftOfFile(file, kind).catch(() => undefined)
  if (found === undefined) return `${file.name} could not be read.`
  const part = { ...found, id: 'attachment' }
  if (part.kind !== kind) return `${file.name} is not ${NOUNS[kind]}.`
  const fault = checkPart(part).find(({ level }) => level === 'error')
  if (fault !== undefined) return fault.message
  const [content] = await encodeParts([part], '', () => undefined)
  return content ?? `${file.name} could not be read.`
}
