import { useEffect } from 'react'
import { useStore } from 'zustand'

import { PANEL_WIDTH } from '../core/storage/settings/settings.ts'
import { Inspector } from '../features/inspector/inspector.tsx'
import { settings } from '../page/client.ts'
import { closeInspector, inspectorStore } from '../page/inspector-store.ts'
import { ResizeHandle } from '../ui/controls/resize-handle.tsx'
import { showNotLoaded } from '../ui/feedback/part.tsx'
import { Sheet } from '../ui/overlays/sheet.tsx'
import { ErrorBoundary } from './errors/error-boundary.tsx'
import { showReceived } from './shell-store.ts'

const ID = 'inspector'

/** What had the focus when the keyboard went into the inspector. */
let origin: HTMLElement | undefined

/** Moves the focus into the inspector, which opens if need be; from there it closes it and goes back. */
export function stepIntoInspector(): void {
  const panel = document.getElementById(ID)
  const { activeElement } = document
  if (panel?.contains(activeElement) === true) return leaveInspector()
  origin = activeElement instanceof HTMLElement ? activeElement : undefined
  inspectorStore.setState({ open: true })
  panel?.focus()
}

function leaveInspector(): void {
  closeInspector()
  origin?.focus()
  origin = undefined
}

/** The inspector beside any area. */
export function InspectorSheet() {
  const width = useStore(settings.store, (state) => state.inspectorWidth)
  useEffect(() => {
    if (origin !== undefined) document.getElementById(ID)?.focus()
  }, [])
  return (
    <Sheet
      id={ID}
      title="Inspector"
      onClose={leaveInspector}
      width={width}
      className="max-w-[60vw] max-lg:absolute max-lg:inset-y-0 max-lg:right-0 max-lg:z-10 max-lg:shadow-float"
      edge={
        <ResizeHandle
          label="Resize inspector"
          width={width}
          {...PANEL_WIDTH}
          onResize={(inspectorWidth) => settings.save({ inspectorWidth })}
        />
      }
    >
      <ErrorBoundary>
        <Inspector
          onEdit={(exchange) =>
            void import('./dialogs/read-import.ts').then(
              (m) => showReceived(m.setupFromExchange(exchange)),
              () => void showNotLoaded(),
            )
          }
        />
      </ErrorBoundary>
    </Sheet>
  )
}
