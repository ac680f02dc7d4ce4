import X from 'lucide-react/icons/x'
import { type ReactNode, useId } from 'react'

import { IconButton } from '../controls/button.tsx'
import { cx } from '../cx.ts'
import { useModal } from './use-modal.ts'

interface DialogProps {
  /** The heading, which names the dialog. */
  title: string
  onClose: () => void
  children: ReactNode
  /** Buttons at the bottom right, the primary one last. */
  footer?: ReactNode
  /** The widest it gets: 32, 40 or 48rem. An editor has all of a phone. */
  size?: 'medium' | 'editor' | 'large'
}

const SIZES = {
  medium: 'max-w-lg',
  editor: 'max-w-160 max-sm:top-0! max-sm:h-dvh max-sm:max-h-dvh max-sm:w-full max-sm:rounded-none',
  large: 'max-w-3xl',
} as const

/**
 * A modal dialog, open as long as it is rendered. Esc, the close button and a press outside call
 * `onClose`; focus goes back to where it came from.
 */
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
