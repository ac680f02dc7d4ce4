import { type PointerEvent, useCallback, useId, useRef } from 'react'

import { panBy, type Place, type Zoom, zoomAt, zoomByKey } from '../../core/image/zoom.ts'

interface ZoomFrameProps {
  label: string
  /** Width over height. */
  ratio: number
  zoom: Zoom
  onZoom: (change: (zoom: Zoom) => Zoom) => void
  children: React.ReactNode
}

/** Behind what is see-through. */
export const CHECKERED =
  'bg-[repeating-conic-gradient(var(--surface-2)_0_25%,transparent_0_50%)] bg-[length:16px_16px]'

/** A frame whose picture is enlarged by wheel, pinch and keys, and moved by dragging and arrow keys. */
export function ZoomFrame({ label, ratio, zoom, onZoom, children }: ZoomFrameProps) {
  const fingers = useRef(new Map<number, Place>())
  const wheel = useCallback(
    (frame: HTMLElement | null) => {
      if (frame === null) return undefined
      const onWheel = (event: WheelEvent) => {
        const factor = Math.exp(-event.deltaY / 300)
        // Seen whole, a turn backwards scrolls the page as anywhere else.
        if (factor < 1 && frame.dataset['whole'] === 'true') return
        event.preventDefault()
        onZoom((before) => zoomAt(before, factor, placeOf(event, frame)))
      }
      // React listens passively, which cannot keep the page from scrolling.
      frame.addEventListener('wheel', onWheel, { passive: false })
      return () => frame.removeEventListener('wheel', onWheel)
    },
    [onZoom],
  )

  const move = (event: PointerEvent<HTMLElement>) => {
    const from = fingers.current.get(event.pointerId)
    if (from === undefined) return
    const to = placeOf(event, event.currentTarget)
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    fingers.current.set(event.pointerId, to)
    onZoom((before) => {
      if (other === undefined) return panBy(before, to.x - from.x, to.y - from.y)
      const middle = { x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 }
      const spread = distance(to, other, ratio) / Math.max(0.01, distance(from, other, ratio))
      return panBy(zoomAt(before, spread, middle), (to.x - from.x) / 2, (to.y - from.y) / 2)
    })
  }
  const lift = ({ pointerId }: PointerEvent) => fingers.current.delete(pointerId)
  const isWhole = zoom.scale === 1
  const hint = useId()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- buttons do the same
    <div
      ref={wheel}
      role="group"
      aria-label={label}
      aria-describedby={hint}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what moves by keys is a control
      tabIndex={0}
      data-whole={isWhole}
      onKeyDown={(event) => {
        const next = event.ctrlKey || event.metaKey ? undefined : zoomByKey(zoom, event.key)
        // Arrow keys scroll the page as long as there is nothing to move.
        if (next === undefined || (isWhole && event.key.startsWith('Arrow'))) return
        event.preventDefault()
        onZoom(() => next)
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        fingers.current.set(event.pointerId, placeOf(event, event.currentTarget))
      }}
      onPointerMove={move}
      onPointerUp={lift}
      onPointerCancel={lift}
      className={`relative mx-auto overflow-hidden rounded-lg select-none ${CHECKERED}`}
      style={{
        aspectRatio: ratio,
        width: `min(100%, ${62 * ratio}vh)`,
        cursor: isWhole ? 'zoom-in' : 'grab',
        touchAction: isWhole ? 'pan-y' : 'none',
      }}
    >
      <div
        className="absolute inset-0"
        style={{
          transform: `translate(${100 * zoom.x}%, ${100 * zoom.y}%) scale(${zoom.scale})`,
          transformOrigin: '0 0',
          imageRendering: zoom.scale >= 6 ? 'pixelated' : 'auto',
        }}
      >
        {children}
      </div>
      <span id={hint} hidden>
        Plus and minus zoom, arrow keys pan, 0 fits.
      </span>
    </div>
  )
}

function placeOf(
  { clientX, clientY }: { clientX: number; clientY: number },
  frame: Element,
): Place {
  const { left, top, width, height } = frame.getBoundingClientRect()
  return { x: (clientX - left) / width, y: (clientY - top) / height }
}

function distance(a: Place, b: Place, ratio: number): number {
  return Math.hypot((a.x - b.x) * ratio, a.y - b.y)
}
