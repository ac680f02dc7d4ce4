import Download from 'lucide-react/icons/download'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'

import { currentSetup, setupChanges } from '../../../core/chat/setup/current-setup.ts'
import type { Difference } from '../../../core/share/difference.ts'
import { presetName } from '../../../core/storage/files/preset-file.ts'
import type { Preset } from '../../../core/storage/settings/preset.ts'
import { chat } from '../../../page/chat.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { RenameField } from '../../../ui/controls/rename-field.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'

interface PresetRowProps {
  preset: Preset
  /** Whether what it would change is shown. */
  open: boolean
  onOpen: (open: boolean) => void
  onApply: () => void
  onRename: (name: string) => void
  onExport: () => void
  onDelete: () => void
}

/** One preset: its name, what is in it, and, once pressed, what applying it would change. */
export function PresetRow(props: PresetRowProps) {
  const { preset, open, onOpen, onApply, onRename, onExport, onDelete } = props
  const [renaming, setRenaming] = useState(false)
  return (
    <li className="-mx-2 rounded-md px-2 py-1.5 hover:bg-surface-2">
      <div className="flex items-center gap-1">
        {renaming ? (
          <RenameField
            label={`New name of ${preset.name}`}
            name={preset.name}
            onDone={(typed) => {
              setRenaming(false)
              const name = presetName(typed ?? '')
              if (name !== '' && name !== preset.name) onRename(name)
            }}
          />
        ) : (
          <div className="min-w-0 grow">
            <p className="truncate font-medium">{preset.name}</p>
            <p className="truncate text-xs text-text-3">{contents(preset)}</p>
          </div>
        )}
        <Button
          aria-expanded={open}
          aria-label={`Use ${preset.name}`}
          onClick={() => onOpen(!open)}
        >
          Use
        </Button>
        <IconButton label={`Rename ${preset.name}`} onClick={() => setRenaming(true)}>
          <Pencil size={14} aria-hidden />
        </IconButton>
        <IconButton label={`Export ${preset.name}`} onClick={onExport}>
          <Download size={14} aria-hidden />
        </IconButton>
        <IconButton label={`Delete ${preset.name}`} onClick={onDelete}>
          <Trash2 size={14} aria-hidden />
        </IconButton>
      </div>
      {open && (
        <div
          role="group"
          aria-label={`Changes by ${preset.name}`}
          className="mt-2 flex flex-col gap-3 rounded-md bg-surface-3 p-3"
        >
          <SetupChanges changes={setupChanges(currentSetup(chat), preset)} />
          <Button variant="primary" onClick={onApply} className="self-start">
            Apply
          </Button>
        </div>
      )}
    </li>
  )
}

/** What a preset contains, in a few words. */
function contents({ model, settings, system }: Preset): string {
  const { tools } = settings
  const set = Object.keys(settings).filter((name) => name !== 'tools').length
  const parts = [
    model,
    `${set} ${set === 1 ? 'setting' : 'settings'}`,
    ...(Array.isArray(tools) ? [`${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}`] : []),
    ...(system === undefined ? [] : ['system message']),
  ]
  return parts.join(' · ')
}

/** What would change, field by field: from, to. */
function SetupChanges({ changes }: { changes: readonly Difference[] }) {
  if (changes.length === 0)
    return <p className="text-text-2">No changes: this matches your current settings.</p>
  return (
    <dl className="flex flex-col gap-1.5">
      {changes.map(({ field, before, after, known }) => (
        <div key={field} className="min-w-0">
          <dt className="font-mono text-xs text-text-3">
            {field} {!known && <Badge tone="warn">not validated</Badge>}
          </dt>
          <dd className="font-mono text-xs break-words">
            <span className="text-text-3">{shorten(before)}</span>
            {' → '}
            <span className="text-text-1">{shorten(after)}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A tool list is long: its beginning is enough to know it by. */
function shorten(value: string | undefined): string {
  if (value === undefined) return 'not set'
  return value.length > 120 ? `${value.slice(0, 119)}…` : value
}
