import { useState } from 'react'

import type { Message } from '../../../contract/chat/messages.ts'
import { isLoopback } from '../../core/client/connection/network.ts'
import { encodeSetup } from '../../core/share/codec.ts'
import type { CurrentSetup } from '../../core/share/difference.ts'
import { AREA_NAMES, plural, type SharedSetup } from '../../core/share/setup.ts'
import {
  type Shareable,
  shareableBoard,
  shareableChat,
  type ShareChoices,
  withoutSecrets,
} from '../../core/share/shareable.ts'
import { Disclosure } from '../../ui/content/disclosure.tsx'
import { MAX_QR_BYTES, QrCode } from '../../ui/content/qr-code.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { FileButton } from '../../ui/controls/file-picker.tsx'
import { saveFile } from '../../ui/files.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'

/** From here on some programs cut a link, in characters. */
const LONG_LINK = 8_000
/** From here on only a file is offered. */
const TOO_LONG_LINK = 32_000

interface ShareDialogProps {
  current: CurrentSetup
  /** The URL of the area without query and fragment: `http://127.0.0.1:4310/chat`. */
  address: string
  /** Saves the results, which are never in a link; undefined where there are none. */
  onSaveReport: (() => void) | undefined
  onOpenFile: (setup: string) => void
  onClose: () => void
}

/** Makes a link of the setup on the screen: what goes in is chosen, shown and measured first. */
export function ShareDialog(props: ShareDialogProps) {
  const { current, address, onSaveReport, onOpenFile, onClose } = props
  const [choices, setChoices] = useState<ShareChoices>({
    settings: true,
    messages: true,
    tools: true,
    schema: true,
    smallFiles: false,
  })
  const [values, setValues] = useState(true)
  const { setup, removed } = shareable(current, choices, values)
  const link = address + encodeSetup(setup)
  const tooLong = link.length > TOO_LONG_LINK
  return (
    <Dialog
      title={`Share ${AREA_NAMES[current.area]}`}
      size="large"
      onClose={onClose}
      footer={
        <>
          <FileButton
            label="Open a configuration file"
            accept=".json,application/json"
            onFile={(file) => void file.text().then(onOpenFile)}
          >
            Open a file…
          </FileButton>
          <Button onClick={() => saveJson(setup)}>Save as file</Button>
          {!tooLong && (
            <CopyButton
              text={link}
              label="Copy link"
              words="Copy link"
              className="bg-accent! px-2.5! text-on-accent!"
            />
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {isLoopback(new URL(address).hostname) && (
          <p className="text-warn">Opens only on this machine. For others, save it as a file.</p>
        )}
        {current.area === 'chat' && (
          <ChatChoices current={current} choices={choices} onChange={setChoices} />
        )}
        {current.area === 'evaluate' && (
          <>
            {onSaveReport && (
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-surface-1 p-3">
                <p className="grow">A report has the results, as one HTML file without scripts.</p>
                <Button onClick={onSaveReport}>Save report</Button>
              </div>
            )}
            <label className="flex min-h-7 items-center gap-2">
              <input
                type="checkbox"
                checked={values}
                onChange={(event) => setValues(event.target.checked)}
                className="accent-accent"
              />
              Include cases in the link
            </label>
          </>
        )}
        <Notes setup={setup} removed={removed} />
        {tooLong ? (
          <p role="status" className="text-warn">
            The link is too long ({link.length.toLocaleString('en-US')} characters). Save it as a
            file, or include less.
          </p>
        ) : (
          <>
            <input
              readOnly
              aria-label="Link"
              value={link}
              onFocus={(event) => event.currentTarget.select()}
              className="field font-mono text-xs"
            />
            {link.length > LONG_LINK && (
              <p className="text-sm text-warn">Some programs cut links this long.</p>
            )}
            {link.length <= MAX_QR_BYTES && (
              <Disclosure summary="QR code">
                <QrCode text={link} label="QR code of the link" />
              </Disclosure>
            )}
          </>
        )}
        <Disclosure summary="Preview as JSON">
          <pre className="max-h-64 overflow-auto rounded-md border p-2 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
            {JSON.stringify(setup, null, 2)}
          </pre>
        </Disclosure>
      </div>
    </Dialog>
  )
}

function shareable(current: CurrentSetup, choices: ShareChoices, values: boolean): Shareable {
  if (current.area === 'chat') return shareableChat(current, choices)
  if (current.area === 'evaluate') return shareableBoard(current, { values })
  return withoutSecrets<SharedSetup>(current)
}

function saveJson(setup: SharedSetup): void {
  const text = JSON.stringify(setup, null, 2)
  saveFile('configuration.json', new Blob([text], { type: 'application/json' }))
}

interface ChatChoicesProps {
  current: Extract<CurrentSetup, { area: 'chat' }>
  choices: ShareChoices
  onChange: (choices: ShareChoices) => void
}

type Row = [name: keyof ShareChoices, label: string]

function ChatChoices({ current, choices, onChange }: ChatChoicesProps) {
  const { settings, messages, toolSlots } = current
  const hasTools = 'tools' in settings || toolSlots !== undefined
  const rows: Row[] = [
    ['settings', 'Settings'],
    ...(messages.length === 0
      ? []
      : [['messages', plural(messages.length, 'message')] satisfies Row]),
    ...(hasTools ? [['tools', 'Tools'] satisfies Row] : []),
    ...('response_format' in settings
      ? [['schema', 'Response format and schema'] satisfies Row]
      : []),
    ...(messages.some(({ content }) => hasFile(content))
      ? [['smallFiles', 'Text files up to 8 KiB'] satisfies Row]
      : []),
  ]
  return (
    <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
      <legend className="mb-1 text-sm text-text-2">
        Include with model <code className="font-mono">{current.model}</code>
      </legend>
      {rows.map(([name, label]) => (
        <label key={name} className="flex min-h-7 items-center gap-2">
          <input
            type="checkbox"
            checked={choices[name]}
            onChange={(event) => onChange({ ...choices, [name]: event.target.checked })}
            className="accent-accent"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

function hasFile(content: Message['content']): boolean {
  return Array.isArray(content) && content.some(({ type }) => type === 'file')
}

function Notes({ setup, removed }: { setup: SharedSetup; removed: readonly string[] }) {
  const slots = setup.area === 'chat' ? setup.attachments : []
  const servers = (setup.area === 'chat' && setup.toolSlots) || []
  const left = [
    'keys',
    'headers',
    'base URL',
    ...(setup.area === 'image' ? ['image'] : []),
    ...(setup.area === 'evaluate' ? ['results (export a report)'] : []),
    ...slots.map(({ message, name }) => `${name} in message ${message + 1}`),
    ...servers.map(({ name }) => `the URL of ${name}`),
  ]
  return (
    <p role="status" className="text-sm text-text-2">
      Not included: {left.join(', ')}.{' '}
      {removed.length > 0 && <span className="text-warn">{removed.join(' ')}</span>}
    </p>
  )
}
