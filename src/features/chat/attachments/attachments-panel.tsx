import { useQuery } from '@tanstack/react-query'
import FlaskConical from 'lucide-react/icons/flask-conical'
import Link from 'lucide-react/icons/link'
import Mic from 'lucide-react/icons/mic'
import Paperclip from 'lucide-react/icons/paperclip'
import Type from 'lucide-react/icons/type'
import { useId, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from 'zustand'

import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import { findModel } from '../../../../contract/models/find-model.ts'
import type { Model } from '../../../../contract/models/model.ts'
import { applyFix } from '../../../core/chat/attachments/apply-fix.ts'
import { attachFiles } from '../../../core/chat/attachments/attach-files.ts'
import type { Attachment, AttachmentIssue } from '../../../core/chat/attachments/attachment.ts'
import {
  attachmentContext,
  checkAttachments,
} from '../../../core/chat/attachments/check-attachments.ts'
import { addAttachment } from '../../../core/chat/attachments/edit-attachments.ts'
import {
  guessKind,
  urlAttachment,
  urlError,
  type UrlKind,
} from '../../../core/chat/attachments/url-attachment.ts'
import { listModelsOptions } from '../../../core/client/queries/models.ts'
import { formatNumber } from '../../../core/format/units.ts'
import { browserMedia } from '../../../media/browser-media.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { queryClient } from '../../../page/query-client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import {
  fetchSample,
  pickFiles,
  SAMPLE_FILES,
  type SampleFile,
} from '../../../ui/controls/file-picker.tsx'
import { Segmented } from '../../../ui/controls/toggles.tsx'
import { showNotLoaded } from '../../../ui/feedback/part.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { type MenuItem, OpenedMenu } from '../../../ui/overlays/menu.tsx'
import { attachViewStore } from '../chat-view-store.ts'
import { AttachmentChip } from './attachment-chip.tsx'
import { RecordDialog } from './record-dialog.tsx'

/** What is attached to the message being written, what is wrong with it, and what Attach opens. */
export function AttachmentsPanel() {
  const { list, progress } = useStore(chat.attachments)
  const { open } = useStore(attachViewStore)
  const issues = useAttachmentIssues(list)
  return (
    <>
      {open === 'drop' && (
        <p className="rounded-md border border-line-strong p-3 text-center text-sm text-accent">
          Drop files to attach them
        </p>
      )}
      {list.length > 0 && (
        <ul aria-label="Attachments" className="flex max-h-[40vh] flex-wrap gap-2 overflow-y-auto">
          {list.map((attachment, place) => (
            <AttachmentChip
              key={attachment.id}
              attachment={attachment}
              place={place}
              count={list.length}
            />
          ))}
        </ul>
      )}
      <AttachmentIssueList issues={issues} />
      {progress !== undefined && (
        <p role="status" className="flex items-center gap-2 text-sm text-text-2">
          <progress value={progress} aria-label="Encoding attachments" />
          Encoding attachments, {formatNumber(Math.round(progress * 100))} %
        </p>
      )}
      {typeof open === 'object' && <AttachMenu button={open.menuOf} />}
      {/* Their fields are none of the form that this stands in. */}
      {open === 'url' && createPortal(<UrlDialog />, document.body)}
      {open === 'recorder' && createPortal(<RecordDialog />, document.body)}
    </>
  )
}

const TONES: Readonly<Record<AttachmentIssue['level'], string>> = {
  error: 'text-bad',
  warning: 'text-warn',
  note: 'text-text-2',
}

function AttachmentIssueList({ issues }: { issues: readonly AttachmentIssue[] }) {
  return (
    <ul aria-label="Attachment checks" aria-live="polite" className="flex flex-col gap-1 text-sm">
      {issues.map(({ level, message, fixes }) => (
        <li key={message} className="flex flex-wrap items-center gap-2">
          <span className={TONES[level]}>{message}</span>
          {fixes.map((fix) => (
            <Button key={fix.label} onClick={() => void applyFix(chat, browserMedia, fix)}>
              {fix.label}
            </Button>
          ))}
        </li>
      ))}
    </ul>
  )
}

const open = (open: 'url' | 'recorder') => attachViewStore.setState({ open })

const ITEMS: MenuItem[] = [
  {
    label: 'Files',
    icon: <Paperclip size={14} aria-hidden />,
    onSelect: () => void attachPicked(),
  },
  { label: 'From URL…', icon: <Link size={14} aria-hidden />, onSelect: () => open('url') },
  { label: 'Record audio', icon: <Mic size={14} aria-hidden />, onSelect: () => open('recorder') },
  {
    label: 'Text part',
    icon: <Type size={14} aria-hidden />,
    onSelect: () =>
      addAttachment(chat, { kind: 'text', name: 'Text part', text: '', cached: false }),
  },
  ...Object.values(SAMPLE_FILES).map((sample) => ({
    label: sample.label,
    icon: <FlaskConical size={14} aria-hidden />,
    onSelect: () => void attachSample(sample),
  })),
]

async function attachPicked(): Promise<void> {
  await attachFiles(chat, browserMedia, await pickFiles())
}

async function attachSample(sample: SampleFile): Promise<void> {
  try {
    await attachFiles(chat, browserMedia, [await fetchSample(sample)])
  } catch {
    await showNotLoaded(sample.name)
  }
}

function AttachMenu({ button }: { button: HTMLElement }) {
  return <OpenedMenu button={button} label="Attach" items={ITEMS} onClose={closeMenu} />
}

/** A dialog that the menu opened has taken its place by now, and stays. */
function closeMenu(): void {
  attachViewStore.setState(({ open }) => (typeof open === 'object' ? { open: undefined } : {}))
}

const KINDS = [
  { value: 'image', label: 'Image' },
  { value: 'video', label: 'Video' },
  { value: 'file', label: 'File' },
] as const

const close = () => attachViewStore.setState({ open: undefined })

/** Attaches a URL: the API fetches it, this page never does. */
function UrlDialog() {
  const [url, setUrl] = useState('')
  const [chosen, setChosen] = useState<UrlKind>()
  const [tried, setTried] = useState(false)
  const faultId = useId()
  const formId = useId()
  const typed = url.trim()
  const kind = chosen ?? guessKind(typed) ?? 'image'
  const fault = tried ? urlError(typed, kind) : undefined
  const attach = () => {
    setTried(true)
    if (urlError(typed, kind) !== undefined) return
    addAttachment(chat, urlAttachment(typed, kind))
    close()
  }
  return (
    <Dialog
      title="Attach by URL"
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary">
            Attach URL
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          // In React's tree the dialog stands inside the form of the message.
          event.preventDefault()
          event.stopPropagation()
          attach()
        }}
        className="flex flex-col gap-2"
      >
        <label className="flex flex-col gap-1 text-sm">
          URL
          <input
            type="url"
            data-autofocus
            value={url}
            placeholder="https://"
            aria-invalid={fault !== undefined}
            aria-describedby={faultId}
            onChange={({ target }) => setUrl(target.value)}
            className="field"
          />
        </label>
        <Segmented label="Type" options={KINDS} value={kind} onChange={setChosen} />
        <p
          id={faultId}
          role={fault === undefined ? undefined : 'alert'}
          className="text-sm text-bad"
        >
          {fault}
        </p>
        <p className="text-sm text-text-2">
          The API fetches it when you send. Audio can't be sent by URL.
        </p>
      </form>
    </Dialog>
  )
}

const NO_MODELS: readonly Model[] = []

function useKnownModels(): readonly Model[] {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const { data = NO_MODELS } = useQuery(listModelsOptions(client, connection), queryClient)
  return data
}

/** The model that a name in a picker means, when the list has it. */
export function useModelCalled(name: string): Model | undefined {
  return findModel(useKnownModels(), parseModelSuffix(name).id)
}

/** What there is to say about the attachments in the conversation on the screen. */
function useAttachmentIssues(parts: readonly Attachment[]): AttachmentIssue[] {
  const models = useKnownModels()
  const model = useStore(chat.conversation, ({ conversation }) => conversation.model)
  const messages = useStore(chat.conversation, (state) => state.messages)
  return useMemo(
    () => checkAttachments(parts, attachmentContext(models, { model, messages })),
    [parts, models, model, messages],
  )
}
