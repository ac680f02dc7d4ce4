import { useLayoutEffect, useRef } from 'react'

import { MenuPanel, type MenuItem } from './menu.tsx'
import { placePopover } from './place-popover.ts'

interface OpenedMenuProps {
  /** What was pressed. */
  button: HTMLElement
  label: string
  items: MenuItem[]
  align?: 'start' | 'end'
  onClose: () => void
}

/**
 * A menu beside the button that was pressed, open as long as it is rendered: for a menu that is
 * fetched with the first press, or that many buttons share.
 */
export function OpenedMenu({ button, label, items, align = 'start', onClose }: OpenedMenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(
    () => (menu.current === null ? undefined : openMenu(menu.current, button, align)),
    [button, align],
  )
  return (
    <MenuPanel
      ref={menu}
      popover="auto"
      label={label}
      items={items}
      onTake={() => menu.current?.hidePopover()}
      onToggle={({ newState }) => {
        if (newState === 'closed') onClose()
      }}
    />
  )
}

/**
 * Shows a menu beside a button. From then on the browser itself closes it when the button is pressed
 * again; gives back how to end that.
 */
function openMenu(menu: HTMLElement, button: HTMLElement, align: 'start' | 'end'): () => void {
  menu.showPopover()
  placePopover(button, menu, { align })
  menu.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
  if (!(button instanceof HTMLButtonElement)) return () => undefined
  // The press that opened it is not over: the browser would take it for one that closes.
  const timer = setTimeout(() => {
    button.popoverTargetElement = menu
  })
  return () => {
    clearTimeout(timer)
    button.popoverTargetElement = null
  }
}
