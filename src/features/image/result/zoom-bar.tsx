import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'

import { MAX_SCALE, WHOLE, type Zoom, ZOOM_STEP, zoomAt } from '../../../core/image/zoom.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'

interface ZoomBarProps {
  zoom: Zoom
  onZoom: (change: (zoom: Zoom) => Zoom) => void
}

/** The buttons for what wheel, pinch and keys do. */
export function ZoomBar({ zoom, onZoom }: ZoomBarProps) {
  return (
    <div role="group" aria-label="Zoom" className="flex items-center gap-1">
      <IconButton
        label="Zoom out"
        disabled={zoom.scale === 1}
        onClick={() => onZoom((before) => zoomAt(before, 1 / ZOOM_STEP))}
      >
        <ZoomOut size={16} aria-hidden />
      </IconButton>
      <output
        aria-label="Zoom level"
        className="w-14 text-center font-mono text-xs text-text-2 tabular-nums"
      >
        {Math.round(zoom.scale * 100)}%
      </output>
      <IconButton
        label="Zoom in"
        disabled={zoom.scale === MAX_SCALE}
        onClick={() => onZoom((before) => zoomAt(before, ZOOM_STEP))}
      >
        <ZoomIn size={16} aria-hidden />
      </IconButton>
      <Button variant="ghost" disabled={zoom.scale === 1} onClick={() => onZoom(() => WHOLE)}>
        Fit
      </Button>
    </div>
  )
}
