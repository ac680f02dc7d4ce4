import X from 'lucide-react/icons/x'
import { type ReactNode, useId, useRef } from 'react'

import { IconButton } from '../controls/button.tsx'
import { cx } from '../cx.ts'
import { useMedia, WIDE_SCREEN } from '../hooks/use-media.ts'
import { useModal } from './dialog.tsx'

interface SheetProps {
  /** Of the side panel, to move the focus into it; a sheet takes the focus by itself. */
  id?: string
  title: string
  onClose: () => void
  children: ReactNode
  actions?: ReactNode
  /** What stands on the edge of the side panel: a handle that resizes it. */
  edge?: ReactNode
  /** Size and place of the side panel on wide screens; a phone ignores it, and `width`. */
  className?: string
  /** Width of the side panel, px, where it is not a class. */
  width?: number
}

/** A region, open while rendered: a side panel on wide screens, a modal sheet from below on phones. */
export function Sheet(props: SheetProps) {
  return useMedia(WIDE_SCREEN) ? <SidePanel {...props} /> : <BottomSheet {...props} />
}

function SidePanel({ className, ...content }: SheetProps) {
  const drag = useDragToClose(content.onClose, 'right')
  return (
    <Region
      {...content}
      head={drag}
      // A layer of its own: else the browser goes through all that clips in it for each frame in which the area beside it scrolls.
      className={cx(
        'relative min-h-0 shrink-0 bg-surface-1 text-sm will-change-transform',
        className,
      )}
    />
  )
}

function BottomSheet({ title, onClose, children, actions }: SheetProps) {
  const content = { title, onClose, children, actions }
  const modal = useModal(onClose)
  const drag = useDragToClose(onClose, 'down')
  return (
    <dialog
      {...modal}
      aria-label={title}
      className={cx(
        'float fixed inset-x-0 top-auto bottom-0 m-0 h-[85dvh] w-full bg-surface-1 shadow-float outline-none',
        'max-w-none overflow-hidden rounded-t-lg text-sm',
      )}
    >
      <div className="flex h-full flex-col pb-[env(safe-area-inset-bottom)]">
        <div {...drag} className="flex h-6 shrink-0 touch-none items-center justify-center">
          <span className="h-1 w-10 rounded-full bg-line-strong" />
        </div>
        <Region {...content} head={drag} className="min-h-0 grow" />
      </div>
    </dialog>
  )
}

interface RegionProps extends SheetProps {
  /** What the heading row does besides: it can be dragged. */
  head: React.HTMLAttributes<HTMLElement>
}

function Region(props: RegionProps) {
  const { id, title, onClose, children, actions, edge, width, className, head } = props
  const headingId = useId()
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={headingId}
      className={cx('flex flex-col -outline-offset-2', className)}
      style={{ width }}
    >
      {edge}
      <header {...head} className="flex h-11 shrink-0 touch-none items-center gap-1 pr-1 pl-3">
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

/** What a press on is no drag. */
const PRESSED = 'button, a, input, select, textarea, label'

/**
 * Has the sheet around an element follow the finger that drags it out of the screen: it closes when it
 * was dragged far or fast enough, and goes back otherwise. A panel that stands beside the area, not
 * over it, stays where it is. Keyboards and screen readers have the close button.
 */
function useDragToClose(
  onClose: () => void,
  direction: 'down' | 'right',
): React.HTMLAttributes<HTMLElement> {
  const drag = useRef<Drag>(undefined)
  const isDown = direction === 'down'
  const place = ({ clientX, clientY }: React.PointerEvent) => (isDown ? clientY : clientX)
  const moved = (by: string) => (isDown ? `0 ${by}` : by)
  const onRelease = ({ currentTarget }: React.PointerEvent) => {
    const sheet = sheetOf(currentTarget)
    const { current } = drag
    drag.current = undefined
    if (current === undefined || sheet === null) return
    const { from, at, velocity } = current
    const size = isDown ? sheet.offsetHeight : sheet.offsetWidth
    const closes = closesOnRelease({ distance: at - from, size, velocity })
    void glide(sheet, moved(closes ? '100%' : '0px')).then(() => closes && onClose())
  }
  return {
    onPointerDown: (event) => {
      const { target, currentTarget, pointerId, timeStamp } = event
      const sheet = sheetOf(currentTarget)
      const isOverArea = sheet !== null && FLOATING.has(getComputedStyle(sheet).position)
      if (!isOverArea || (target instanceof Element && target.closest(PRESSED) !== null)) return
      currentTarget.setPointerCapture(pointerId)
      drag.current = { from: place(event), at: place(event), atMs: timeStamp, velocity: 0 }
    },
    onPointerMove: (event) => {
      const sheet = sheetOf(event.currentTarget)
      if (drag.current === undefined || sheet === null) return
      drag.current = continueDrag(drag.current, place(event), event.timeStamp)
      sheet.style.translate = moved(`${Math.max(0, drag.current.at - drag.current.from)}px`)
    },
    onPointerUp: onRelease,
    onPointerCancel: onRelease,
  }
}

const FLOATING: ReadonlySet<string> = new Set(['fixed', 'absolute'])

function sheetOf(element: Element): HTMLElement | null {
  return element.closest('dialog') ?? element.closest('section')
}

async function glide(sheet: HTMLElement, to: string): Promise<void> {
  const { translate } = sheet.style
  sheet.style.translate = to
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const motion = sheet.animate(
    { translate: [translate, to] },
    { duration: isStill ? 0 : 120, easing: 'ease-out' },
  )
  await motion.finished
}

interface Release {
  /** px from its place. */
  distance: number
  /** The whole way out, px. */
  size: number
  /** px per ms at the end; negative: back up. */
  velocity: number
}

/** A flick, px per ms. */
const FLICK = 0.5
/** Dragged this far, a sheet was meant to go. */
const SHARE = 0.35

/** Whether a sheet that was let go of closes; a flick counts more than the way, in both directions. */
export function closesOnRelease({ distance, size, velocity }: Release): boolean {
  if (Math.abs(velocity) > FLICK) return velocity > 0 && distance > 0
  return distance > SHARE * size
}

/** A drag as it goes on: where it began, and how fast it is. */
export interface Drag {
  from: number
  at: number
  atMs: number
  velocity: number
}

/** Takes one more place (px) and time (ms) of a drag into account. */
export function continueDrag(drag: Drag, at: number, atMs: number): Drag {
  const ms = atMs - drag.atMs
  if (ms <= 0) return { ...drag, at }
  const velocity = (at - drag.at) / ms
  // The last few moves together: one alone is as jumpy as a finger.
  return { ...drag, at, atMs, velocity: 0.4 * drag.velocity + 0.6 * velocity }
}
