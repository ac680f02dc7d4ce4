import Download from 'lucide-react/icons/download'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'

import type { ChatSetup } from '../../../core/chat/setup/chat-setup.ts'
import { currentSetup, setupChanges } from '../../../core/chat/setup/current-setup.ts'
import { versionsOf } from '../../../core/chat/setup/presets.ts'
import { formatDateTime } from '../../../core/format/units.ts'
import type { Difference } from '../../../core/share/difference.ts'
import { presetName } from '../../../core/storage/files/preset-file.ts'
import type { Preset } from '../../../core/storage/settings/preset.ts'
import { chat } from '../../../page/chat.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { RenameField } from '../../../ui/controls/fields.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'

interface PresetRowProps {
  preset: Preset
  /** Whether what it would change is shown. */
  open: boolean
  onOpen: (open: boolean) => void
  onApply: () => void
  /** Saves a setup as its newest version; without one, the setup of the chat. */
  onSave: (setup?: ChatSetup) => void
  onRename: (name: string) => void
  onExport: () => void
  onDelete: () => void
}

/** One preset: its name, what is in it, and, once pressed, what applying it would change. */
export function PresetRow(props: PresetRowProps) {
  const { preset, open, onOpen, onApply, onSave, onRename, onExport, onDelete } = props
  const changes = open ? setupChanges(currentSetup(chat), preset) : []
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
          <SetupChanges changes={changes} />
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" onClick={onApply}>
              Apply
            </Button>
            {changes.length > 0 && (
              <Button title="Saves the current chat as the newest version" onClick={() => onSave()}>
                Save version
              </Button>
            )}
          </div>
          <VersionHistory preset={preset} onRestore={onSave} />
        </div>
      )}
    </li>
  )
}

interface VersionHistoryProps {
  preset: Preset
  onRestore: (version: ChatSetup) => void
}

/** What a preset was before: each version can be compared with the one in use, and restored. */
function VersionHistory({ preset, onRestore }: VersionHistoryProps) {
  const [compared, setCompared] = useState<number>()
  const [current, ...earlier] = versionsOf(preset)
  if (current === undefined || earlier.length === 0) return null
  return (
    <section aria-label={`Versions of ${preset.name}`} className="flex flex-col gap-1">
      <h3 className="text-xs font-medium text-text-2">
        Version {earlier.length + 1} in use, saved {formatDateTime(current.savedAt)}
      </h3>
      <ul className="flex max-h-60 scroll-area flex-col">
        {earlier.map((version, index) => {
          const number = earlier.length - index
          const isCompared = compared === number
          return (
            <li key={number}>
              <div className="flex items-center gap-1">
                <span className="min-w-0 grow truncate">
                  Version {number}{' '}
                  <span className="text-xs text-text-3">{formatDateTime(version.savedAt)}</span>
                </span>
                <Button
                  variant="ghost"
                  aria-label={`Compare version ${number}`}
                  aria-expanded={isCompared}
                  onClick={() => setCompared(isCompared ? undefined : number)}
                >
                  Compare
                </Button>
                <Button
                  variant="ghost"
                  aria-label={`Restore version ${number}`}
                  onClick={() => onRestore(version)}
                >
                  Restore
                </Button>
              </div>
              {isCompared && (
                <div className="pb-2 pl-2">
                  <SetupChanges
                    changes={setupChanges(version, { ...current, system: current.system ?? '' })}
                  />
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

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

function SetupChanges({ changes }: { changes: readonly Difference[] }) {
  if (changes.length === 0) return <p className="text-text-2">No changes</p>
  return (
    <dl className="flex flex-col gap-1.5">
      {changes.map(({ field, before, after, known }) => (
        <div key={field} className="min-w-0">
          <dt className="font-mono text-xs text-text-3">
            {field} {!known && <Badge tone="warn">not validated</Badge>}
          </dt>
          <dd className="font-mono text-xs break-words">
            <span className="text-text-3">{shorten(before, after)}</span>
            {' → '}
            <span className="text-text-1">{shorten(after, before)}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A long value from a little before where it differs from the other. */
function shorten(value = '', other = ''): string {
  if (value === '') return 'not set'
  if (value.length <= MAX_SHOWN) return value
  const differs = value.split('').findIndex((letter, index) => letter !== other[index])
  const same = differs < 0 ? value.length : differs
  const from = same < MAX_SHOWN / 2 ? 0 : same - 20
  const shown = value.slice(from, from + MAX_SHOWN)
  return `${from > 0 ? '…' : ''}${shown}${from + MAX_SHOWN < value.length ? '…' : ''}`
}

const MAX_SHOWN = 120
