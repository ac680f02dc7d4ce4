import { type MouseEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react'

/**
 * Props that make a `<dialog>` modal for as long as it is rendered. The browser keeps focus inside
 * and gives it back on closing. It starts at the element marked `data-autofocus`, or at the dialog
 * itself. `onClose` is called on Esc and on a press outside.
 */
export function useModal(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    // The browser would take the first control, which is the one that closes.
    const first = dialog?.querySelector<HTMLElement>('[data-autofocus]') ?? dialog
    first?.focus()
    return () => dialog?.close()
  }, [])
  return {
    ref,
    tabIndex: -1,
    onCancel: (event: SyntheticEvent) => {
      if (event.target !== event.currentTarget) return
      event.preventDefault()
      onClose()
    },
    // The browser may close it without asking, for instance on a second Esc.
    onClose: (event: SyntheticEvent) => {
      if (event.target === event.currentTarget && ref.current?.open === false) onClose()
    },
    // The content covers the whole dialog, so only a press on the backdrop has it as target.
    onMouseDown: (event: MouseEvent) => {
      if (event.target === event.currentTarget) onClose()
    },
  }
}
