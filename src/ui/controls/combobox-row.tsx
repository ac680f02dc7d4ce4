import Check from 'lucide-react/icons/check'

import type { ComboboxOption } from './combobox-options.ts'

interface ComboboxRowProps {
  id: string
  option: ComboboxOption
  /** The row the keyboard is at. */
  active: boolean
  /** The row whose value the field holds. */
  current: boolean
  /** The name of the group that begins at this row. */
  heading: string | undefined
  onTake: () => void
}

/** One row of the list of a combobox, with the heading of its group before the first of it. */
export function ComboboxRow({ id, option, active, current, heading, onTake }: ComboboxRowProps) {
  return (
    <>
      {heading !== undefined && (
        <div role="presentation" className="px-2 pt-2 pb-1 text-xs font-medium text-text-3">
          {heading}
        </div>
      )}
      {/* The field has the focus and the keys; the row only takes the press. */}
      <div
        id={id}
        // A native option can neither hold this content nor be marked while another has the focus.
        role="option"
        aria-selected={active}
        aria-current={current || undefined}
        tabIndex={-1}
        onClick={onTake}
        onKeyDown={undefined}
        className="flex cursor-pointer items-center gap-2 rounded-sm px-2 py-1 target hover:bg-surface-2 aria-selected:bg-surface-2"
      >
        <div className="min-w-0 grow">
          {option.content ?? <span className="font-mono">{option.value}</span>}
        </div>
        {current && <Check size={14} aria-hidden className="shrink-0 text-accent" />}
      </div>
    </>
  )
}
