import Check from 'lucide-react/icons/check'

import type { StarterName } from '../../../core/chat/setup/starter-name.ts'
import { TickStrip } from '../../../ui/content/tick-strip.tsx'

export type PreviewName = Exclude<StarterName, 'Document' | 'Reasoning'>

/** What an example will show, in the smallest drawing that says it. */
export function Preview({ name }: { name: PreviewName }) {
  switch (name) {
    case 'Tools':
      return (
        <span>
          {'{…} '}
          <span className="text-accent">→</span> fn()
        </span>
      )
    case 'Structured output':
      return (
        <span className="flex items-center gap-1">
          {'{ }'} <Check size={14} className="text-good" /> <span className="text-good">valid</span>
        </span>
      )
    case 'Vision':
      return (
        <svg viewBox="0 0 92 32" className="h-8 text-text-3">
          <rect width="40" height="32" rx="4" className="fill-surface-0" />
          <rect x="5" y="12" width="10" height="10" className="fill-bad" />
          <circle cx="20" cy="17" r="5" className="fill-accent" />
          <path d="M27 22l5-10 5 10z" className="fill-good" />
          <path d="M54 9h38M54 17h30M54 25h34" stroke="currentColor" strokeWidth="2.5" />
        </svg>
      )
    case 'Side by side':
      return (
        <span className="flex w-20 flex-col gap-1.5">
          <TickStrip strip=":.::.:::::.::::.::::" className="w-full" />
          <TickStrip strip=":...::..::......::.:" className="w-2/3" />
          <TickStrip strip="::::::::::::::::::::" className="w-1/3" />
        </span>
      )
    case 'Web search':
      return (
        <span className="flex gap-1.5">
          {[1, 2, 3].map((number) => (
            <span key={number} className="rounded-sm bg-surface-0 px-1 text-accent">
              [{number}]
            </span>
          ))}
        </span>
      )
  }
}
