import type { PictureChange } from '../../../../../contract/media/picture-layout.ts'
import type { MenuItem } from '../../../../ui/overlays/menu.tsx'
import { blobOf, type DraftPart } from '../draft/draft-part.ts'
import { changePart, movePart } from '../draft/edit-draft.ts'
import { applyFix } from './apply-fix.ts'

/** A side that every model of today reads without shrinking it itself, px. */
const COMMON_SIDE = 2048

/** What can be done with an attachment, for its menu. */
export function chipActions(part: DraftPart, place: number, count: number): MenuItem[] {
  const { id, cached } = part
  return [
    ...(place > 0 ? [{ label: 'Move earlier', onSelect: () => movePart(id, -1) }] : []),
    ...(place < count - 1 ? [{ label: 'Move later', onSelect: () => movePart(id, 1) }] : []),
    {
      label: cached ? 'Remove cache mark' : 'Mark end of cached prompt',
      onSelect: () => changePart(id, (current) => ({ ...current, cached: !cached })),
    },
    ...conversions(part),
  ]
}

function conversions(part: DraftPart): MenuItem[] {
  const partId = part.id
  if (part.kind === 'audio' && part.format !== 'wav')
    return [
      {
        label: 'Convert to WAV',
        onSelect: () => void applyFix({ kind: 'convert-audio', label: '', partId }),
      },
    ]
  if (part.kind !== 'image' || blobOf(part) === undefined) return []
  const shown = part.facts?.shown
  if (shown === undefined) return []
  const change = (label: string, wanted: PictureChange): MenuItem => ({
    label,
    onSelect: () => void applyFix({ kind: 'change-picture', label, partId, change: wanted }),
  })
  const type = part.facts?.type
  return [
    ...(Math.max(shown.width, shown.height) > COMMON_SIDE
      ? [change(`Shrink to ${COMMON_SIDE} px`, { type: 'jpeg', maxSide: COMMON_SIDE })]
      : []),
    ...(type === 'png' ? [] : [change('Convert to PNG', { type: 'png' })]),
    ...(type === 'jpeg' ? [] : [change('Convert to JPEG', { type: 'jpeg' })]),
    ...(type === 'webp' ? [] : [change('Convert to WebP', { type: 'webp' })]),
  ]
}
