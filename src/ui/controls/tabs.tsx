import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

/** One tab: its key, its name, and perhaps a small mark after the name. */
interface Tab<Id extends string> {
  id: Id
  label: string
  badge?: ReactNode
}

interface TabsProps<Id extends string> {
  /** Accessible name of the list of tabs. */
  label: string
  tabs: readonly Tab<Id>[]
  value: Id
  onChange: (id: Id) => void
  /** The content of the current tab. */
  children: ReactNode
}

/** Tabs with one panel; arrow keys, Home and End move and show at once. The panel scrolls by itself. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, children }: TabsProps<Id>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === value)
    const moves: Record<string, number> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }
    const next = moves[event.key]
    const tab = next === undefined ? undefined : tabs[next]
    if (next === undefined || tab === undefined) return
    event.preventDefault()
    onChange(tab.id)
    const button = list.current?.children[next]
    if (button instanceof HTMLElement) button.focus()
  }

  return (
    <div className="flex h-full min-h-0 flex-col">
      <div
        ref={list}
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex shrink-0 [scrollbar-width:none] overflow-x-auto px-1"
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onChange(tab.id)}
            className="flex h-9 shrink-0 items-center justify-center gap-1 border-b-2 border-transparent px-1.5 text-sm text-text-2 outline-offset-[-2px] target hover:text-text-1 aria-selected:border-accent aria-selected:text-text-1 max-sm:px-1 max-sm:text-xs"
          >
            {tab.label}
            {tab.badge}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        tabIndex={0}
        className="min-h-0 grow scroll-area bg-surface-0 outline-offset-[-2px]"
      >
        {children}
      </div>
    </div>
  )
}
