import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { Button } from '../controls/button.tsx'

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

interface Toast {
  id: number
  text: string
  /** One thing to press, such as Undo; the toast goes when it is pressed. */
  action?: { label: string; run: () => void }
}

/** How long a toast stays, ms; one with an action gives time to reach it. */
const SHOWN_MS = 3000
const SHOWN_WITH_ACTION_MS = 8000

/** The toasts on screen, oldest first. */
export const toastStore = createStore<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }))

let nextId = 1
let isPaused = false
const timers = new Map<number, ReturnType<typeof setTimeout>>()

/** Shows a message; screen readers read it too. For results, never for errors that need a decision. */
export function showToast(text: string, action?: Toast['action']): void {
  const toast: Toast = { id: nextId++, text, ...(action === undefined ? {} : { action }) }
  // The same news twice is one; two things to undo stay two.
  keep((other) => other.action !== undefined || other.text !== text)
  toastStore.setState(({ toasts }) => ({ toasts: [...toasts.slice(-2), toast] }))
  if (!isPaused) startTimer(toast)
}

/** With the next act, what only reports goes; what can be undone, once something is sent or shown. */
export function dismissToasts(act: 'any' | 'moving on'): void {
  keep(({ action }) => act === 'any' && action !== undefined)
}

/** Takes a toast away before its time. */
export function dismissToast(id: number): void {
  keep((toast) => toast.id !== id)
}

/** Has the toasts stay as long as someone points at them, or has the focus there. */
export function pauseToasts(paused: boolean): void {
  if (paused === isPaused) return
  isPaused = paused
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
  if (!paused) toastStore.getState().toasts.forEach(startTimer)
}

function startTimer({ id, action }: Toast): void {
  const after = action === undefined ? SHOWN_MS : SHOWN_WITH_ACTION_MS
  timers.set(
    id,
    setTimeout(() => dismissToast(id), after),
  )
}

function keep(isKept: (toast: Toast) => boolean): void {
  const { toasts } = toastStore.getState()
  const gone = toasts.filter((toast) => !isKept(toast))
  if (gone.length === 0) return
  for (const { id } of gone) {
    clearTimeout(timers.get(id))
    timers.delete(id)
  }
  toastStore.setState({ toasts: toasts.filter((toast) => !gone.includes(toast)) })
  // What is under the pointer no more cannot say that it left.
  if (toasts.length === gone.length) isPaused = false
}
