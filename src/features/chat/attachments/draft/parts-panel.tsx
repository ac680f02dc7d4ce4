import { createPortal } from 'react-dom'
import { useStore } from 'zustand'

import { formatNumber } from '../../../../core/format/number.ts'
import { AddressDialog } from '../attach/address-dialog.tsx'
import { AttachMenu } from '../attach/attach-menu.tsx'
import { RecordDialog } from '../attach/record-dialog.tsx'
import { PartIssues } from '../check/part-issues.tsx'
import { usePartIssues } from '../check/use-part-issues.ts'
import { DraftChip } from './draft-chip.tsx'
import { draftPartsStore } from './draft-parts-store.ts'
import type { PartScope } from './part-context.ts'

interface PartsPanelProps {
  /** The conversations that the message goes to, the same list while nothing in it changes. */
  scopes?: readonly PartScope[]
}

/** What is attached to the message being written, what is wrong with it, and what Attach opens. */
export function PartsPanel({ scopes }: PartsPanelProps) {
  const { parts, open, sending } = useStore(draftPartsStore)
  const issues = usePartIssues(parts, scopes)
  return (
    <>
      {open === 'drop' && (
        <p className="rounded-md border border-line-strong p-3 text-center text-sm text-accent">
          Drop files to attach them
        </p>
      )}
      {parts.length > 0 && (
        <ul aria-label="Attachments" className="flex max-h-[40vh] flex-wrap gap-2 overflow-y-auto">
          {parts.map((part, place) => (
            <DraftChip key={part.id} part={part} place={place} count={parts.length} />
          ))}
        </ul>
      )}
      <PartIssues issues={issues} />
      {sending !== undefined && (
        <p role="status" className="flex items-center gap-2 text-sm text-text-2">
          <progress value={sending} aria-label="Encoding attachments" />
          Encoding attachments, {formatNumber(Math.round(sending * 100))} %
        </p>
      )}
      {typeof open === 'object' && <AttachMenu button={open.menuOf} />}
      {/* Their fields are none of the form that this stands in. */}
      {open === 'address' && createPortal(<AddressDialog />, document.body)}
      {open === 'recorder' && createPortal(<RecordDialog />, document.body)}
    </>
  )
}
