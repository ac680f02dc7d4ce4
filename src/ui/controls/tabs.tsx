import { type ReactNode, useId } from 'react'

import { moveFocus, ROW } from '../hooks/arrow-keys.ts'

interface Tab<Id extends string> {
  id: Id
  label: string
  badge?: ReactNode
}

interface TabsProps<Id extends string> {
  label: string
  tabs: readonly Tab<Id>[]
  value: Id
  onChange: (id: Id) => void
  children: ReactNode
}

/** Tabs with one panel; arrow keys, Home and End move and show at once. The panel scrolls by itself. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, children }: TabsProps<Id>) {
  const id = useId()
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={(event) => {
          const buttons = event.currentTarget.querySelectorAll('button')
          moveFocus(event, buttons, { steps: ROW, isRound: true })?.click()
        }}
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
