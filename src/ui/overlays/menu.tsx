import Check from 'lucide-react/icons/check'
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from 'react'

import { Button, IconButton } from '../controls/button.tsx'
import { COLUMN, moveFocus } from '../hooks/arrow-keys.ts'
import { placePopover, usePopover } from './popover.ts'

/** One line of a menu. */
export interface MenuItem {
  label: string
  onSelect: () => void
  icon?: ReactNode
  /** Given: the item is one choice of several, and this says whether it is the current one. */
  checked?: boolean
}

interface MenuProps {
  label: string
  icon: ReactNode
  items: MenuItem[]
  /** Shows the label on the button too, before the icon. */
  captioned?: boolean
}

/**
 * A button that opens a menu; arrow keys, Home, End and first letters move, Esc closes. Its items are
 * drawn only while it is open: a list may have a menu on each of its lines.
 */
export function Menu({ label, icon, items, captioned = false }: MenuProps) {
  const { open, hide, buttonProps, popoverProps } = usePopover((menu) => {
    const current = menu.querySelector<HTMLElement>('[aria-checked=true]')
    const first = current ?? menu.querySelector<HTMLElement>('[role^=menuitem]')
    first?.focus()
  }, 'end')

  return (
    <>
      {captioned ? (
        <Button {...buttonProps} aria-haspopup="menu">
          {label} {icon}
        </Button>
      ) : (
        <IconButton {...buttonProps} label={label} aria-haspopup="menu">
          {icon}
        </IconButton>
      )}
      <MenuPanel {...popoverProps} label={label} items={open ? items : []} onTake={hide} />
    </>
  )
}

interface MenuPanelProps extends Omit<ComponentProps<'div'>, 'role' | 'children'> {
  label: string
  items: MenuItem[]
  /** Called before an item acts; closes the panel. */
  onTake: () => void
}

function MenuPanel({ label, items, onTake, ...popover }: MenuPanelProps) {
  return (
    <div
      {...popover}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
      className="float min-w-44 overflow-y-auto rounded-md border border-(--field-line) bg-raised p-1 text-sm shadow-float"
    >
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
          aria-checked={item.checked}
          tabIndex={-1}
          onClick={() => {
            onTake()
            item.onSelect()
          }}
          className="flex w-full items-center gap-2 rounded-sm px-2 text-left target hover:bg-surface-2 focus:bg-surface-2"
        >
          {item.icon}
          <span className="grow">{item.label}</span>
          {item.checked === true && <Check size={14} aria-hidden />}
        </button>
      ))}
    </div>
  )
}

function onKeyDown(event: KeyboardEvent<HTMLElement>) {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')]
  const { key } = event
  if (key === 'Tab') event.currentTarget.hidePopover()
  if (moveFocus(event, items, { steps: COLUMN, isRound: true }) || key.length !== 1 || key === ' ')
    return
  const at = items.findIndex((item) => item === document.activeElement)
  const next = [...items.slice(at + 1), ...items].find((item) =>
    item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()),
  )
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

interface OpenedMenuProps {
  button: HTMLElement
  label: string
  items: MenuItem[]
  align?: 'start' | 'end'
  onClose: () => void
}

/** A menu beside the pressed button, open while rendered: one that is fetched, or that many share. */
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

/** From here on the browser closes it when the button is pressed again; returns how to end that. */
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
