import X from 'lucide-react/icons/x'
import { type ReactNode, useId } from 'react'

import { IconButton } from '../controls/button.tsx'
import { cx } from '../cx.ts'
import { useMedia, WIDE_SCREEN } from '../hooks/use-media.ts'
import { useModal } from './use-modal.ts'

interface SheetProps {
  /** The heading, which names the region: "Inspector". */
  title: string
  onClose: () => void
  children: ReactNode
  /** Controls in the heading row, before the close button. */
  actions?: ReactNode
  /** What stands on the edge of the side panel: a handle that resizes it. */
  edge?: ReactNode
  /** Size and place of the side panel on wide screens; a phone ignores it, and `width`. */
  className?: string
  /** Width of the side panel, px, where it is not a class. */
  width?: number
}

/**
 * A labelled region, open as long as it is rendered: a panel beside the main area on wide screens,
 * a modal sheet from the bottom on phones. Its content scrolls by itself and fills the height.
 */
export function Sheet(props: SheetProps) {
  return useMedia(WIDE_SCREEN) ? <SidePanel {...props} /> : <BottomSheet {...props} />
}

function SidePanel({ className, ...content }: SheetProps) {
  return (
    <Region
      {...content}
      className={cx('relative min-h-0 shrink-0 bg-surface-1 text-sm', className)}
    />
  )
}

function BottomSheet({ title, onClose, children, actions }: SheetProps) {
  const modal = useModal(onClose)
  return (
    <dialog
      {...modal}
      aria-label={title}
      className={cx(
        'float fixed inset-x-0 top-auto bottom-0 m-0 h-[85dvh] w-full bg-surface-1 shadow-float outline-none',
        'max-w-none overflow-hidden rounded-t-lg border-t text-sm',
      )}
    >
      <div className="flex h-full flex-col pb-[env(safe-area-inset-bottom)]">
        <Grabber onClose={onClose} />
        <Region title={title} onClose={onClose} actions={actions} className="min-h-0 grow">
          {children}
        </Region>
      </div>
    </dialog>
  )
}

function Region({ title, onClose, children, actions, edge, width, className }: SheetProps) {
  const headingId = useId()
  return (
    <section
      aria-labelledby={headingId}
      className={cx('flex flex-col', className)}
      style={{ width }}
    >
      {edge}
      <header className="flex h-11 shrink-0 items-center gap-1 border-b pr-1 pl-3">
        <h2 id={headingId} className="grow font-semibold">
          {title}
        </h2>
        {actions}
        <IconButton label={`Close ${title.toLowerCase()}`} onClick={onClose}>
          <X size={16} aria-hidden />
        </IconButton>
      </header>
      <div className="min-h-0 grow overflow-y-auto">{children}</div>
    </section>
  )
}

/** The bar a finger drags down to close; keyboards and screen readers have the close button. */
function Grabber({ onClose }: { onClose: () => void }) {
  return (
    <div
      className="flex h-5 shrink-0 touch-none items-center justify-center"
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
        const sheet = event.currentTarget.closest('dialog')
        const top = sheet?.getBoundingClientRect().top ?? 0
        if (event.clientY - top > 72) onClose()
      }}
    >
      <span className="h-1 w-9 rounded-sm bg-line-strong" />
    </div>
  )
}
