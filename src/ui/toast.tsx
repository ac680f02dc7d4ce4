import { useStore } from 'zustand'

import { Button } from './button.tsx'
import { dismissToast, toastStore } from './toast-store.ts'

/** Where toasts appear. Rendered once, always there, so that each new one is announced. */
export function Toasts() {
  const toasts = useStore(toastStore, (state) => state.toasts)
  return (
    <output className="pointer-events-none fixed inset-x-0 top-14 z-20 flex flex-col items-center gap-2 px-4">
      {toasts.map(({ id, text, action }) => (
        <span
          key={id}
          className="pointer-events-auto flex items-center gap-3 rounded-md border border-line-strong/40 bg-surface-0 py-1 pr-1 pl-3 text-sm shadow-float"
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
