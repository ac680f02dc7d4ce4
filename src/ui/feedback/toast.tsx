import { useEffect } from 'react'
import { useStore } from 'zustand'

import { Button } from '../controls/button.tsx'
import { dismissReports, dismissToast, toastStore } from './toast-store.ts'

/** Where toasts appear. Rendered once, always there, so that each new one is announced. */
export function Toasts() {
  const toasts = useStore(toastStore, (state) => state.toasts)
  useEffect(() => {
    const act = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === 'Enter') dismissReports()
    }
    // Before the act itself, which may have something to report.
    document.addEventListener('click', act, true)
    document.addEventListener('keydown', act, true)
    return () => {
      document.removeEventListener('click', act, true)
      document.removeEventListener('keydown', act, true)
    }
  }, [])
  return (
    <output className="pointer-events-none fixed toasts z-20 flex flex-col items-center gap-2 px-4">
      {toasts.map(({ id, text, action }) => (
        <span
          key={id}
          className="pointer-events-auto flex items-center gap-3 rounded-md border border-(--field-line) bg-raised py-1 pr-1 pl-3 text-sm shadow-float"
        >
          <span className="py-1 pr-2">{text}</span>
          {action !== undefined && (
            <Button
              variant="ghost"
              className="text-accent!"
              onClick={() => {
                dismissToast(id)
                action.run()
              }}
            >
              {action.label}
            </Button>
          )}
        </span>
      ))}
    </output>
  )
}
