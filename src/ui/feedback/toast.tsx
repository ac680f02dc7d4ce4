import { useEffect } from 'react'
import { useStore } from 'zustand'

import { Button } from '../controls/button.tsx'
import { dismissToast, dismissToasts, pauseToasts, toastStore } from './toast-store.ts'

/** Where toasts appear. Rendered once, always there, so that each new one is announced. */
export function Toasts() {
  const toasts = useStore(toastStore, (state) => state.toasts)
  useEffect(() => {
    const act = (event: Event) => {
      const kind = actOf(event)
      if (kind !== undefined) dismissToasts(kind)
    }
    const turn = ({ target }: Event) => pauseToasts(isToast(target))
    for (const type of TURNS) document.addEventListener(type, turn)
    // Before the act itself, which may have something to report.
    for (const type of ACTS) document.addEventListener(type, act, true)
    addEventListener('popstate', act)
    return () => {
      for (const type of TURNS) document.removeEventListener(type, turn)
      for (const type of ACTS) document.removeEventListener(type, act, true)
      removeEventListener('popstate', act)
    }
  }, [])
  return (
    <output className="pointer-events-none fixed toasts z-20 flex flex-col items-center gap-2 px-4">
      {toasts.map(({ id, text, action }) => (
        <span
          key={id}
          className="pointer-events-auto flex items-center gap-3 rounded-lg border border-(--field-line) bg-raised py-1 pr-1 pl-3 text-sm shadow-float"
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

/** Someone points at, or has the focus on, another place. */
const TURNS = ['pointerover', 'focusin']

function isToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.toasts') !== null
}

const ACTS = ['click', 'keydown', 'submit']

/** What an event means for the toasts; nothing for a press on one of them, or for most keys. */
function actOf(event: Event): 'any' | 'moving on' | undefined {
  if (event.type === 'submit' || event.type === 'popstate') return 'moving on'
  if (isToast(event.target)) return undefined
  const target = event.target instanceof Element ? event.target : undefined
  if (event instanceof KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey) return undefined
    // In a field of several lines it sends.
    return target?.matches('textarea') ? 'moving on' : 'any'
  }
  return target?.closest('a[href]') ? 'moving on' : 'any'
}
