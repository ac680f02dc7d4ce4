import { type ReactNode, useState } from 'react'

import { differences, type Difference } from '../../core/share/difference.ts'
import { leftOutText } from '../../core/share/import/import-report.ts'
import {
  AREA_NAMES,
  type AttachmentSlot,
  boardSummary,
  type ChatSetup,
  type SetupReading,
  type SharedSetup,
} from '../../core/share/setup.ts'
import { fillSlot } from '../../core/share/shareable.ts'
import type { ShareTarget } from '../../core/share/shared-fragment.ts'
import { Disclosure } from '../../ui/content/disclosure.tsx'
import { CutText } from '../../ui/content/visible-text.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { LeftOutList } from '../../ui/feedback/left-out-list.tsx'
import { useLoaded } from '../../ui/hooks/use-loaded.ts'
import { visibleBidi } from '../../ui/markdown/visible-bidi.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'

interface ReceivedDialogProps {
  reading: Extract<SetupReading, { ok: true }>
  target: ShareTarget
  connectionSlot: ReactNode
  onApplied: (path: string) => void
  onClose: () => void
}

/** A setup that came by link or file: what it would change, before anything changes. */
export function ReceivedDialog(props: ReceivedDialogProps) {
  const { reading, target, connectionSlot, onApplied, onClose } = props
  const [setup, setSetup] = useState(reading.setup)
  const changes = setup.area === 'evaluate' ? [] : differences(target.current(), setup)
  const replaced = changes.filter(({ before }) => before !== undefined)
  const added = [
    ...changes.filter(({ before }) => before === undefined),
    ...(reading.headers ?? []).map(([name, value]) => ({
      field: `header ${name}`,
      after: value,
      known: true,
    })),
  ]
  const isNew = setup.area === 'chat' || setup.area === 'evaluate'
  const apply = (into: 'current' | 'new') => onApplied(target.apply(setup, into, reading.headers))
  return (
    <Dialog
      title={`Open this ${AREA_NAMES[setup.area]}?`}
      size="large"
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Discard
          </Button>
          {setup.area !== 'evaluate' && (
            <Button variant={isNew ? 'plain' : 'primary'} onClick={() => apply('current')}>
              Apply here
            </Button>
          )}
          {isNew && (
            <Button variant="primary" onClick={() => apply('new')}>
              Open as new {AREA_NAMES[setup.area]}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>{setup.area === 'evaluate' && `${boardSummary(setup)} `}Opening it sends nothing.</p>
        {connectionSlot}
        <CostLine setup={setup} target={target} />
        <LeftOutList sentences={leftOutText(reading)} />
        {setup.area === 'chat' && setup.attachments.length > 0 && (
          <Slots setup={setup} target={target} onFilled={setSetup} />
        )}
        {replaced.length > 0 && <DifferenceTable label="Replaced" rows={replaced} />}
        {added.length > 0 && (
          <Disclosure summary="Contents" open>
            <DifferenceTable label="Contents" rows={added} />
          </Disclosure>
        )}
        {setup.area !== 'evaluate' && changes.length === 0 && (
          <p>No changes: this matches your current settings.</p>
        )}
      </div>
    </Dialog>
  )
}

function DifferenceTable({ label, rows }: { label: string; rows: readonly Difference[] }) {
  const replaces = rows.some(({ before }) => before !== undefined)
  const heads = replaces ? ['Replaced here', 'Current', 'New'] : ['Field', 'Value']
  return (
    <table aria-label={label} className="w-full table-fixed text-left text-sm">
      <thead className="text-text-3">
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col" className="py-1 pr-2 font-normal">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ field, before, after = 'default', known }) => (
          <tr key={field} className="border-t align-top">
            <th scope="row" className="py-1 pr-2 font-mono text-xs font-normal wrap-anywhere">
              {visibleBidi(field)} {!known && <Badge tone="warn">not validated</Badge>}
            </th>
            {before !== undefined && <Cell text={before} />}
            <Cell text={after} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell({ text }: { text: string }) {
  return (
    <td className="py-1 pr-2 wrap-anywhere">
      <CutText text={visibleBidi(text)} />
    </td>
  )
}

interface SlotsProps {
  setup: ChatSetup
  target: ShareTarget
  onFilled: (setup: ChatSetup) => void
}

function Slots({ setup, target, onFilled }: SlotsProps) {
  const [fault, setFault] = useState<string>()
  const fill = async (slot: AttachmentSlot, file: File) => {
    const part = await target.readAttachment?.(file, slot.kind)
    if (part === undefined) return
    if (typeof part === 'string') setFault(part)
    else {
      setFault(undefined)
      onFilled(fillSlot(setup, slot, part))
    }
  }
  return (
    <section aria-label="Attachments" className="flex flex-col gap-2 text-sm">
      <p>
        {setup.attachments.length === 1
          ? '1 attachment is'
          : `${setup.attachments.length} attachments are`}{' '}
        not included:
      </p>
      <ul className="flex flex-col gap-1">
        {setup.attachments.map((slot) => (
          <li key={`${slot.message}.${slot.part}`} className="flex flex-wrap items-center gap-2">
            <span className="wrap-anywhere">
              {visibleBidi(slot.name)}, message {slot.message + 1}
            </span>
            {target.readAttachment !== undefined && (
              <input
                type="file"
                aria-label={`Choose ${visibleBidi(slot.name)}`}
                onChange={(event) => {
                  const file = event.target.files?.[0]
                  if (file !== undefined) void fill(slot, file)
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {fault !== undefined && (
        <p role="alert" className="text-bad">
          {fault}
        </p>
      )}
    </section>
  )
}

function CostLine({ setup, target }: { setup: SharedSetup; target: ShareTarget }) {
  const cost = useLoaded(() => target.costInWords(setup), [target, setup])
  return cost === undefined ? null : <p role="status">{cost}</p>
}

/** Says why a link or a file can't be opened. */
export function UnreadableDialog({ message, onClose }: { message: string; onClose: () => void }) {
  return (
    <Dialog
      title="Can't open this link"
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p role="alert">{message} Nothing was changed and nothing was sent.</p>
    </Dialog>
  )
}
