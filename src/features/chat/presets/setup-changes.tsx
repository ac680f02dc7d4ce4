import type { Difference } from '../../../core/share/difference.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'

/** What would change, field by field: from, to. */
export function SetupChanges({ changes }: { changes: readonly Difference[] }) {
  if (changes.length === 0)
    return <p className="text-text-2">Nothing changes: this is the present setup.</p>
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
  if (value === undefined) return 'not sent'
  return value.length > 120 ? `${value.slice(0, 119)}…` : value
}
