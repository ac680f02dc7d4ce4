import type { KeyboardEvent } from 'react'

interface ResizeHandleProps {
  label: string
  /** Width of the panel at the right of the handle, with its limits, px. */
  width: number
  min: number
  max: number
  onResize: (width: number) => void
}

/** The edge of a right-hand panel: dragged with a pointer, moved with the arrow keys. */
export function ResizeHandle({ label, width, min, max, onResize }: ResizeHandleProps) {
  const resize = (wanted: number) => onResize(Math.round(Math.max(min, Math.min(max, wanted))))
  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = { ArrowLeft: width + 16, ArrowRight: width - 16, Home: max, End: min }[event.key]
    if (wanted === undefined) return
    event.preventDefault()
    resize(wanted)
  }
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        const { currentTarget, pointerId, clientX } = event
        if (!currentTarget.hasPointerCapture(pointerId)) return
        const panel = currentTarget.parentElement?.getBoundingClientRect()
        if (panel) resize(panel.right - clientX)
      }}
      className="absolute inset-y-0 -left-1 z-10 w-2 cursor-col-resize touch-none opacity-50 hover:bg-accent focus-visible:bg-accent"
    />
  )
}
