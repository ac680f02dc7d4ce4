import X from 'lucide-react/icons/x'
import {
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'

import { IconButton } from '../controls/button.tsx'
import { cx } from '../cx.ts'

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  /** The widest it gets: 32, 40 or 48rem. An editor has all of a phone. */
  size?: 'medium' | 'editor' | 'large'
}

const SIZES = {
  medium: 'max-w-lg',
  editor: 'max-w-160 max-sm:top-0! max-sm:h-dvh max-sm:max-h-dvh max-sm:w-full max-sm:rounded-none',
  large: 'max-w-3xl',
} as const

/** A modal dialog, open while rendered. Esc, the close button and a press outside call `onClose`. */
export function Dialog({ title, onClose, children, footer, size = 'medium' }: DialogProps) {
  const headingId = useId()
  const modal = useModal(onClose)
  return (
    <dialog
      {...modal}
      aria-labelledby={headingId}
      className={cx(
        // It grows downwards: what is about to be pressed stays where it is.
        'float fixed inset-x-0 top-[min(8dvh,6rem)] mx-auto max-h-[calc(92dvh-1rem)] border-(--field-line) bg-raised shadow-float outline-none',
        'w-[calc(100vw-2rem)] overflow-hidden rounded-lg border',
        SIZES[size],
      )}
    >
      <div className="flex max-h-[inherit] flex-col">
        <header className="flex shrink-0 scroll-edge gutter-even items-center gap-2 py-2 pr-2 pl-4">
          <h2 id={headingId} className="grow text-base font-semibold">
            {title}
          </h2>
          <IconButton label="Close" onClick={onClose}>
            <X size={16} aria-hidden />
          </IconButton>
        </header>
        <div className="min-h-0 scroll-area gutter-even p-4 pt-1">{children}</div>
        {footer !== undefined && (
          <footer className="flex shrink-0 scroll-edge gutter-even flex-wrap justify-end gap-2 px-4 py-3">
            {footer}
          </footer>
        )}
      </div>
    </dialog>
  )
}

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

function isOutside({ target, currentTarget, clientX, clientY }: MouseEvent): boolean {
  if (target !== currentTarget) return false
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
