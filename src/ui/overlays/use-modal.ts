import { type MouseEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react'

/**
 * Props that make a `<dialog>` modal for as long as it is rendered. The browser keeps focus inside
 * and gives it back on closing. It starts at the element marked `data-autofocus`, or at the dialog
 * itself. `onClose` is called on Esc and on a press outside: one that begins and ends there, and not where
 * the dialog was a moment ago.
 */
export function useModal(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  /** When its size changed last; and whether the press that goes on began outside it. */
  const resizedAt = useRef(0)
  const beganOutside = useRef(false)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog === null) return undefined
    dialog.showModal()
    // The browser would take the first control, which is the one that closes.
    const first = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog
    first.focus()
    const sizes = new ResizeObserver(() => (resizedAt.current = performance.now()))
    sizes.observe(dialog)
    return () => {
      sizes.disconnect()
      dialog.close()
    }
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
      const dialog = ref.current
      if (event.target !== event.currentTarget || dialog?.open !== false) return
      onClose()
      // What is still rendered then has a question first, and can't be answered unseen.
      requestAnimationFrame(() => {
        if (dialog.isConnected && !dialog.open) dialog.showModal()
      })
    },
    onMouseDown: (event: MouseEvent) => {
      beganOutside.current = isOutside(event) && performance.now() - resizedAt.current > SETTLED_MS
    },
    onClick: (event: MouseEvent) => {
      if (beganOutside.current && isOutside(event)) onClose()
      beganOutside.current = false
    },
  }
}

/** So soon after a dialog has changed its size, a press beside it was meant for what stood there, ms. */
const SETTLED_MS = 400

/** Whether a press is on the backdrop: the dialog is the target there, and of its own edge. */
function isOutside({ target, currentTarget, clientX, clientY }: MouseEvent): boolean {
  if (target !== currentTarget) return false
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
