import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'

import { formatDuration } from '../../core/format/units.ts'
import type { RequestEntry } from '../../core/inspector/request-list.ts'
import { usePopover } from '../../ui/overlays/popover.ts'
import { RequestList, type RequestListProps, StatusDot } from './request-list.tsx'

interface RequestPickerProps extends RequestListProps {
  current: RequestEntry | undefined
  /** What stands for none: "Select a request". */
  empty: string
  /** What the button is for: "Request". */
  name: string
}

/** The list of requests where there is no room for it: a button that names the one shown and opens it. */
export function RequestPicker({ current, empty, name, onChoose, ...list }: RequestPickerProps) {
  const { open, hide, buttonProps, popoverProps } = usePopover((popover) =>
    popover.querySelector<HTMLElement>('[role=option][tabindex="0"]')?.focus(),
  )
  const title = current?.title ?? empty
  return (
    <>
      <button
        {...buttonProps}
        type="button"
        aria-haspopup="listbox"
        aria-label={`${name}: ${title}`}
        className="flex w-full min-w-0 grow items-center gap-2 field text-left"
      >
        {current !== undefined && <StatusDot entry={current} />}
        <span className="min-w-0 grow truncate">{title}</span>
        {current?.ms !== undefined && (
          <span className="text-xs whitespace-nowrap text-time tabular-nums">
            {formatDuration(current.ms)}
          </span>
        )}
        <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-text-3" />
      </button>
      <div
        {...popoverProps}
        className="float w-[26rem] rounded-lg border border-(--field-line) bg-raised shadow-float"
      >
        {open && (
          // What was chosen with a key can be looked at while the list stays; a press is an end.
          <div
            onClick={(event) => {
              if (event.target instanceof Element && event.target.closest('[role=option]')) hide()
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') hide()
            }}
            role="presentation"
          >
            <RequestList {...list} onChoose={onChoose} className="max-h-[60dvh]" />
          </div>
        )}
      </div>
    </>
  )
}
