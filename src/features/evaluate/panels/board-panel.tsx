import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useStore } from 'zustand'

import { PANEL_WIDTH } from '../../../core/storage/settings/settings.ts'
import { settings } from '../../../page/client.ts'
import { ResizeHandle } from '../../../ui/controls/resize-handle.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'

/** What the page shows beside the grid. */
export type Panel =
  | { kind: 'cell'; caseId: string; configurationId: string }
  | { kind: 'case'; caseId: string }
  | { kind: 'configuration'; configurationId: string }
  | { kind: 'prompt' }
  | { kind: 'checks'; openId?: string }

interface BoardPanelProps {
  /** Names the region. What is shown under another title begins at its top. */
  title: string
  onClose: () => void
  /** Called with a step back (-1) or on (1): the left and right arrow keys, while nothing is typed. */
  onStep?: (by: -1 | 1) => void
  actions?: ReactNode
  children: ReactNode
}

/** What was pressed on the board: beside it where there is room, over it where there is little. Esc closes it. */
export function BoardPanel({ title, onClose, onStep, actions, children }: BoardPanelProps) {
  const width = useStore(settings.store, ({ boardPanelWidth }) => boardPanelWidth)
  const panel = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  useEscape(onClose)
  useFocusBack(panel)
  useLayoutEffect(() => {
    content.current?.parentElement?.scrollTo({ top: 0 })
  }, [title])
  return (
    <div
      ref={panel}
      role="presentation"
      className="contents"
      onKeyDown={(event) => {
        const { key, target } = event
        const step = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : undefined
        const isTyped = target instanceof Element && target.matches('input, textarea, select')
        if (step === undefined || onStep === undefined || isTyped || event.defaultPrevented) return
        event.preventDefault()
        onStep(step)
      }}
    >
      <Sheet
        title={title}
        onClose={onClose}
        width={width}
        className="max-w-[60vw] max-lg:absolute max-lg:inset-y-0 max-lg:right-0 max-lg:z-10 max-lg:shadow-float"
        edge={
          <ResizeHandle
            label="Resize panel"
            width={width}
            {...PANEL_WIDTH}
            onResize={(boardPanelWidth) => settings.save({ boardPanelWidth })}
          />
        }
        actions={actions}
      >
        {/* A press on its text leaves the arrow keys here. */}
        <div ref={content} tabIndex={-1} className="min-h-full p-3 pt-0 wrap-anywhere outline-none">
          {children}
        </div>
      </Sheet>
    </div>
  )
}

/** Gives the focus of a panel that closes to the cell that it was of, or to where it was before. */
function useFocusBack(panel: React.RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current: own } = panel
    const { activeElement: before } = document
    return () => {
      const { activeElement: focused, body } = document
      if (focused !== body && own?.contains(focused) !== true) return
      const cell = document.querySelector('[role="gridcell"][aria-selected="true"]') ?? before
      if (cell instanceof HTMLElement) cell.focus()
    }
  }, [panel])
}

/** Calls back on Esc, wherever the focus is, unless it closes something that is above. */
function useEscape(onEscape: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if (document.querySelector('dialog:modal, :popover-open') === null) onEscape()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
