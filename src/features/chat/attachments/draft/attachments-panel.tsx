import { createPortal } from 'react-dom'
import { useStore } from 'zustand'

import { applyFix } from '../../../../core/chat/attachments/apply-fix.ts'
import type { AttachmentIssue } from '../../../../core/chat/attachments/check/attachment-issue.ts'
import { formatNumber } from '../../../../core/format/number.ts'
import { browserMedia } from '../../../../media/browser-media.ts'
import { chat } from '../../../../page/chat.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { AttachMenu } from '../attach/attach-menu.tsx'
import { attachViewStore } from '../attach/attach-view-store.ts'
import { RecordDialog } from '../attach/record-dialog.tsx'
import { UrlDialog } from '../attach/url-dialog.tsx'
import { useAttachmentIssues } from '../check/use-attachment-issues.ts'
import { AttachmentChip } from './attachment-chip.tsx'

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

/** What is wrong with the attachments, each with what one click does about it. */
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
