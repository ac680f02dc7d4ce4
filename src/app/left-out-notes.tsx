import X from 'lucide-react/icons/x'

import { IconButton } from '../ui/controls/button.tsx'
import { shellStore } from './shell-store.ts'

/** What was left out of the setup that was opened last; it stays in view until it is dismissed. */
export function LeftOutNotes({ sentences }: { sentences: readonly string[] }) {
  return (
    <aside
      aria-label="Left out of what you opened"
      className="flex items-start gap-2 border-b bg-surface-1 px-3 py-1.5 text-sm text-warn"
    >
      <ul className="flex max-h-24 min-w-0 grow flex-col gap-1 overflow-auto wrap-anywhere">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <IconButton label="Dismiss" onClick={() => shellStore.setState({ leftOut: [] })}>
        <X size={14} aria-hidden />
      </IconButton>
    </aside>
  )
}
