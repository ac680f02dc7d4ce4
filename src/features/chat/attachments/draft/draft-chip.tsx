import Ellipsis from 'lucide-react/icons/ellipsis'
import X from 'lucide-react/icons/x'
import type { DragEvent } from 'react'

import { IconButton } from '../../../../ui/controls/button.tsx'
import { TextArea } from '../../../../ui/controls/text-area.tsx'
import { Badge } from '../../../../ui/feedback/badge.tsx'
import { Menu } from '../../../../ui/overlays/menu.tsx'
import { removeWithUndo } from '../attach/apply-fix.ts'
import { chipActions } from '../attach/chip-actions.ts'
import { partFacts } from '../check/part-facts.ts'
import { addressOf, type DraftPart } from './draft-part.ts'
import { DraftPreview } from './draft-preview.tsx'
import { changePart, movePart } from './edit-draft.ts'

/** The type under which a chip that is dragged carries its place; files are never of it. */
const DRAGGED = 'application/x-part-place'

interface DraftChipProps {
  part: DraftPart
  place: number
  count: number
}

/** One attachment: what it is, how it looks, and what can be done with it. */
export function DraftChip({ part, place, count }: DraftChipProps) {
  const { id, kind, cached } = part
  const name = addressOf(part) ?? part.name
  const onDrop = (event: DragEvent) => {
    const from = event.dataTransfer.getData(DRAGGED)
    if (from === '') return
    const [draggedId = '', draggedPlace = ''] = from.split(' ')
    event.preventDefault()
    movePart(draggedId, place - Number(draggedPlace))
  }
  return (
    // The menu moves a chip as well, with the keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      aria-label={`${name}, ${partFacts(part).join(', ')}`}
      draggable={kind !== 'text'}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, `${id} ${place}`)}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault()
      }}
      onDrop={onDrop}
      className="flex max-w-full min-w-0 items-center gap-2 rounded-md border bg-surface-0 py-1 pr-1 pl-2"
    >
      <DraftPreview part={part} />
      {kind === 'text' ? (
        <TextArea
          aria-label="Text part"
          placeholder="Text that stands before the message"
          value={part.text}
          onChange={({ target }) =>
            changePart(id, (current) =>
              current.kind === 'text' ? { ...current, text: target.value } : current,
            )
          }
          className="max-h-32 min-w-60"
        />
      ) : (
        <span className="flex min-w-0 flex-col">
          <span className="max-w-60 truncate text-sm" title={name}>
            {name}
          </span>
          <span className="truncate text-xs text-text-3">{partFacts(part).join(' · ')}</span>
        </span>
      )}
      {cached && <Badge title="Sent with cache_control: ephemeral">cache</Badge>}
      {kind !== 'pending' && (
        <Menu
          label={`Options for ${part.name}`}
          icon={<Ellipsis size={14} aria-hidden />}
          items={chipActions(part, place, count)}
        />
      )}
      <IconButton label={`Remove ${part.name}`} onClick={() => removeWithUndo([id])}>
        <X size={14} aria-hidden />
      </IconButton>
    </li>
  )
}
