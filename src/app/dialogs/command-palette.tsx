import { type KeyboardEvent, useId, useState } from 'react'

import { filterOptions } from '../../ui/controls/combobox-options.ts'
import { useLocation } from '../../ui/hooks/location.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { commands } from './commands.ts'

/** A list of everything the shell can do, filtered by typing. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const id = useId()
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const all = commands(navigate)
  const found = filterOptions(
    all.map(({ label, keywords = '' }) => ({ value: label, keywords })),
    text,
  ).map(({ value }) => value)

  const run = (label: string | undefined) => {
    const command = all.find((one) => one.label === label)
    if (command === undefined) return
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') run(found[active])
    else if (event.key === 'ArrowDown') setActive((active + 1) % Math.max(1, found.length))
    else if (event.key === 'ArrowUp') setActive((active || found.length) - 1)
    else return
    event.preventDefault()
  }

  return (
    <Dialog title="Commands" onClose={onClose}>
      <input
        role="combobox"
        type="text"
        data-autofocus
        autoComplete="off"
        aria-label="Command"
        aria-autocomplete="list"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={active in found ? `${id}-${active}` : undefined}
        placeholder="Type what you want to do"
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.target.value)
          setActive(0)
        }}
        className="w-full field"
      />
      <div
        id={id}
        role="listbox"
        tabIndex={-1}
        aria-label="Commands"
        className="mt-2 h-80 max-h-[50dvh] overflow-y-auto text-sm"
      >
        {found.map((label, index) => (
          <div
            key={label}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onClick={() => run(label)}
            onKeyDown={onKeyDown}
            className="flex cursor-pointer items-center rounded-sm px-2 target hover:bg-surface-1 aria-selected:bg-surface-2"
          >
            {label}
          </div>
        ))}
        {found.length === 0 && <p className="p-2 text-text-3">No matching commands</p>}
      </div>
    </Dialog>
  )
}
