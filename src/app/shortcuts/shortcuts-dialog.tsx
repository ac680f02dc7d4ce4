import { keyHint } from '../../ui/hooks/use-shortcut.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { keys } from './keys.ts'

const shortcuts: readonly [keys: string, text: string][] = [
  [keys.palette, 'Search everything by name'],
  [keys.newChat, 'New chat'],
  [keys.model, 'Choose model'],
  [keys.inspector, 'Open or close the Inspector'],
  ['enter', 'Send the message'],
  ['shift+enter', 'New line in the message'],
  ['↑', 'In an empty message: edit the last one'],
  ['Esc', 'Close what is open'],
  ['a letter', 'Outside a field: write in the message'],
  [keys.shortcuts, 'Outside a field: show these shortcuts'],
]

/** The keys that do something. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2 text-sm">
        {shortcuts.map(([shortcut, text]) => (
          <div key={shortcut} className="contents">
            <dt className="text-right">
              <kbd className="rounded-sm bg-surface-2 px-1.5 py-0.5 font-mono text-xs whitespace-nowrap text-text-2">
                {keyHint(shortcut)}
              </kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
