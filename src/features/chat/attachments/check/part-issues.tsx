import { Button } from '../../../../ui/controls/button.tsx'
import { applyFix } from '../attach/apply-fix.ts'
import type { PartIssue } from './part-issue.ts'

const TONES: Readonly<Record<PartIssue['level'], string>> = {
  error: 'text-bad',
  warning: 'text-warn',
  note: 'text-text-2',
}

/** What is wrong with the attachments, each with what one press does about it. */
export function PartIssues({ issues }: { issues: readonly PartIssue[] }) {
  return (
    <ul aria-label="Attachment checks" aria-live="polite" className="flex flex-col gap-1 text-sm">
      {issues.map(({ level, message, fixes }) => (
        <li key={message} className="flex flex-wrap items-center gap-2">
          <span className={TONES[level]}>{message}</span>
          {fixes.map((fix) => (
            <Button key={fix.label} onClick={() => void applyFix(fix)}>
              {fix.label}
            </Button>
          ))}
        </li>
      ))}
    </ul>
  )
}
