import { keyHint } from './key-hint.ts'

/** The keys of a shortcut such as "mod+k", in the words of this machine. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <kbd className="rounded-sm border border-line-strong bg-surface-1 px-1.5 font-mono text-xs whitespace-nowrap text-text-2">
      {keyHint(keys)}
    </kbd>
  )
}
