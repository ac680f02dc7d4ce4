import { placePopover } from '../../../ui/place-popover.ts'

/**
 * Shows a menu beside the button that was pressed. From then on the browser itself closes it when
 * the button is pressed again; gives back how to end that.
 */
export function openMenu(menu: HTMLElement, button: HTMLElement): () => void {
  menu.showPopover()
  placePopover(button, menu)
  menu.querySelector<HTMLElement>('[role=menuitem]')?.focus()
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
