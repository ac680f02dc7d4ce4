import Download from 'lucide-react/icons/download'
import FolderInput from 'lucide-react/icons/folder-input'
import { useState } from 'react'

import { presetName } from '../../../core/storage/files/preset-file.ts'
import type { Preset } from '../../../core/storage/settings/preset.ts'
import { deletePreset, savePresets } from '../../../core/storage/settings/presets.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { applySetup, currentSetup } from './current-setup.ts'
import { PresetRow } from './preset-row.tsx'
import { exportPresets, importPresets } from './preset-transfer.ts'
import { usePresets } from './use-presets.ts'

/** News in the dialog itself: a toast would be behind it. */
interface News {
  text: string
  undo?: () => void
}

const NO_ROOM = 'The browser did not store it: there may be no room left.'

/** Setups kept under a name: saved, applied, renamed, handed on as a file. */
export function PresetsDialog({ onClose }: { onClose: () => void }) {
  const { presets, failed } = usePresets()
  const [news, setNews] = useState<News>()
  const [openId, setOpenId] = useState<string>()
  const orTell = (doing: Promise<unknown>) => {
    doing.catch(() => setNews({ text: NO_ROOM }))
  }
  const apply = (preset: Preset) => {
    const undo = applySetup(preset)
    onClose()
    showToast(`${preset.name} applied; nothing was sent`, { label: 'Undo', run: undo })
  }
  const remove = async (preset: Preset) => {
    await deletePreset(preset.id)
    setNews({
      text: `${preset.name} deleted`,
      undo: () => {
        setNews(undefined)
        orTell(savePresets([preset]))
      },
    })
  }
  const read = async () => {
    const text = await importPresets()
    if (text !== undefined) setNews({ text })
  }
  return (
    <Dialog
      title="Presets"
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => orTell(read())}>
            <FolderInput size={14} aria-hidden /> Import
          </Button>
          <Button
            disabled={presets === undefined || presets.length === 0}
            onClick={() => exportPresets(presets ?? [])}
          >
            <Download size={14} aria-hidden /> Export all
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <SaveForm
          taken={(presets ?? []).map(({ name }) => name)}
          onSave={(name) => {
            const existing = presets?.find((preset) => preset.name === name)
            const id = existing?.id ?? crypto.randomUUID()
            const createdAt = existing?.createdAt ?? Date.now()
            orTell(
              savePresets([{ ...currentSetup(), id, name, createdAt }]).then(() =>
                setNews({
                  text: `${name} saved`,
                  ...(existing === undefined
                    ? {}
                    : {
                        undo: () => {
                          setNews(undefined)
                          orTell(savePresets([existing]))
                        },
                      }),
                }),
              ),
            )
          }}
        />
        <output className={news === undefined ? 'sr-only' : 'flex items-center gap-2 text-text-2'}>
          {news?.text}
          {news?.undo !== undefined && (
            <Button variant="ghost" className="text-accent!" onClick={news.undo}>
              Undo
            </Button>
          )}
        </output>
        {failed && <p role="alert">This browser does not let the page keep presets.</p>}
        {presets === undefined && !failed && <Skeleton lines={2} />}
        {presets?.length === 0 && (
          <p className="text-text-3">
            No presets yet. One holds the model, the settings with their tools, and the system
            message; never a key or an address.
          </p>
        )}
        <ul>
          {(presets ?? []).map((preset) => (
            <PresetRow
              key={preset.id}
              preset={preset}
              open={preset.id === openId}
              onOpen={(open) => setOpenId(open ? preset.id : undefined)}
              onApply={() => apply(preset)}
              onRename={(name) => orTell(savePresets([{ ...preset, name }]))}
              onExport={() => exportPresets([preset])}
              onDelete={() => orTell(remove(preset))}
            />
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

interface SaveFormProps {
  taken: readonly string[]
  onSave: (name: string) => void
}

function SaveForm({ taken, onSave }: SaveFormProps) {
  const [typed, setTyped] = useState('')
  const name = presetName(typed)
  return (
    <form
      aria-label="Save the present setup"
      onSubmit={(event) => {
        event.preventDefault()
        if (name === '') return
        onSave(name)
        setTyped('')
      }}
      className="flex gap-2"
    >
      <input
        type="text"
        aria-label="Name of the preset"
        placeholder="Save the present setup as…"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="min-w-0 grow field"
      />
      <Button type="submit" variant="primary" disabled={name === ''}>
        {taken.includes(name) ? 'Replace' : 'Save'}
      </Button>
    </form>
  )
}
