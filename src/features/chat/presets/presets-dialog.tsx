import Download from 'lucide-react/icons/download'
import FolderInput from 'lucide-react/icons/folder-input'
import { useEffect, useState } from 'react'

import type { ChatSetup } from '../../../core/chat/setup/chat-setup.ts'
import { applySetup, currentSetup } from '../../../core/chat/setup/current-setup.ts'
import { importPresets, withContent } from '../../../core/chat/setup/presets.ts'
import { fileName } from '../../../core/format/file-name.ts'
import { presetFile, presetName } from '../../../core/storage/files/preset-file.ts'
import type { Preset } from '../../../core/storage/settings/preset.ts'
import {
  deletePreset,
  listPresets,
  savePresets,
  subscribePresets,
} from '../../../core/storage/settings/presets.ts'
import { toolSlotsOf } from '../../../core/tools/conversation-settings.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { pickFile } from '../../../ui/controls/file-picker.tsx'
import { NewsLine, type News } from '../../../ui/feedback/news-line.tsx'
import { Skeleton } from '../../../ui/feedback/states.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { saveFile } from '../../../ui/files.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { PresetRow } from './preset-row.tsx'

/** News in the dialog itself: a toast would be behind it. */
const NO_ROOM = "Couldn't save it: the browser may be out of storage."

/** Setups kept under a name: saved, applied, renamed, handed on as a file. */
export function PresetsDialog({ onClose }: { onClose: () => void }) {
  const { presets, failed } = usePresets()
  const [news, setNews] = useState<News>()
  const [openId, setOpenId] = useState<string>()
  const orNotify = (doing: Promise<unknown>) => {
    doing.catch(() => setNews({ text: NO_ROOM }))
  }
  const apply = (preset: Preset) => {
    const undo = applySetup(chat, preset)
    onClose()
    showToast(`${preset.name} applied; nothing was sent`, { label: 'Undo', run: undo })
  }
  const setupNow = () => ({ ...currentSetup(chat), ...toolSlotsOf(chat) })
  const change = (preset: Preset, setup: ChatSetup) => {
    const next = withContent(preset, setup, Date.now())
    if (next === preset) return setNews({ text: `${preset.name} is up to date` })
    orNotify(
      savePresets([next]).then(() =>
        setNews({
          text: `${preset.name} saved as version ${(next.versions?.length ?? 0) + 1}`,
          undo: () => {
            setNews(undefined)
            orNotify(savePresets([preset]))
          },
        }),
      ),
    )
  }
  const remove = async (preset: Preset) => {
    await deletePreset(preset.id)
    setNews({
      text: `${preset.name} deleted`,
      undo: () => {
        setNews(undefined)
        orNotify(savePresets([preset]))
      },
    })
  }
  const read = async () => {
    const file = await pickFile('application/json,.json')
    if (file !== undefined) setNews({ text: await importPresets(client.world, file) })
  }
  return (
    <Dialog
      title="Presets"
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => orNotify(read())}>
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
            if (existing === undefined) {
              const preset = { ...setupNow(), id: crypto.randomUUID(), name, createdAt: Date.now() }
              orNotify(savePresets([preset]).then(() => setNews({ text: `${name} saved` })))
            } else change(existing, setupNow())
          }}
        />
        <NewsLine news={news} />
        {failed && <p role="alert">This browser doesn't allow saving presets.</p>}
        {presets === undefined && !failed && <Skeleton lines={2} />}
        {presets?.length === 0 && (
          <p className="text-text-3">
            No presets yet. A preset saves the model, settings and system message. Never keys or
            URLs.
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
              onSave={(setup) => change(preset, setup ?? setupNow())}
              onRename={(name) => orNotify(savePresets([{ ...preset, name }]))}
              onExport={() => exportPresets([preset])}
              onDelete={() => orNotify(remove(preset))}
            />
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

function exportPresets(presets: readonly Preset[]): void {
  const [first] = presets
  const name = presets.length === 1 && first !== undefined ? fileName(first.name, 'preset') : 'all'
  saveFile(`presets-${name}.json`, new Blob([presetFile(presets)], { type: 'application/json' }))
}

interface PresetListing {
  /** Undefined while they are being read. */
  presets?: readonly Preset[]
  /** The browser does not let the page keep anything. */
  failed: boolean
}

function usePresets(): PresetListing {
  const [listing, setListing] = useState<PresetListing>({ failed: false })
  useEffect(() => {
    let isShown = true
    const read = () =>
      listPresets().then(
        (presets) => isShown && setListing({ presets, failed: false }),
        () => isShown && setListing({ failed: true }),
      )
    void read()
    const stop = subscribePresets(() => void read())
    return () => {
      isShown = false
      stop()
    }
  }, [])
  return listing
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
      aria-label="Save as preset"
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
        aria-label="Preset name"
        placeholder="Preset name"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="min-w-0 grow field"
      />
      <Button type="submit" variant="primary" disabled={name === ''}>
        {taken.includes(name) ? 'Save version' : 'Save'}
      </Button>
    </form>
  )
}
