import { pictureTypeName } from '../../../../../contract/media/picture-type.ts'
import { formatBytes } from '../../../../core/format/bytes.ts'
import { addressOf, blobOf, type DraftPart } from '../draft/draft-part.ts'

/** What a part is, in a few words each: type, sides, size. */
export function partFacts(part: DraftPart): string[] {
  const size = blobOf(part)?.size
  return [...typeFacts(part), ...(size === undefined ? [] : [formatBytes(size)])]
}

function typeFacts(part: DraftPart): string[] {
  if (addressOf(part) !== undefined) return [`${part.kind} by URL`]
  switch (part.kind) {
    case 'pending':
      return [`${part.doing}…`]
    case 'text':
      return ['text']
    case 'image': {
      const { type, shown, size = shown } = part.facts ?? {}
      const sides = shown ?? size
      return [
        ...(type === undefined ? ['image'] : [pictureTypeName(type)]),
        ...(sides === undefined ? [] : [`${sides.width} × ${sides.height} px`]),
      ]
    }
    case 'audio':
      return [part.format ?? part.container]
    case 'video':
      return [part.format ?? 'video']
    case 'file':
      return [part.label]
  }
}
