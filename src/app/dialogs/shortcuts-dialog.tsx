import { keyHint } from '../../ui/key-hint.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'

const shortcuts: readonly [keys: string, text: string][] = [
  ['mod+k', 'Commands: everything by name'],
  ['mod+i', 'Open or close the inspector'],
  ['?', 'This list'],
  ['enter', 'Send the message'],
  ['shift+enter', 'New line in the message'],
  ['Esc', 'Close what is open'],
]

/** The keys that do something, and where to read more. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2">
        {shortcuts.map(([keys, text]) => (
          <div key={keys} className="contents">
            <dt>
              <Kbd keys={keys} />
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 border-t pt-3 text-sm text-text-2">
        See exactly what was sent and received in the Inspector.
      </p>
    </Dialog>
  )
}

/** The keys of a shortcut such as "mod+k", in the words of this machine. */
function Kbd({ keys }: { keys: string }) {
  return (
    <kbd className="rounded-sm border border-line-strong bg-surface-1 px-1.5 font-mono text-xs whitespace-nowrap text-text-2">
      {keyHint(keys)}
    </kbd>
  )
}
