import { createStore } from 'zustand/vanilla'

/** A short message at the edge of the screen that goes by itself. */
export interface Toast {
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

/**
 * Removes toasts with the next act, since they are old news then: what only reports something with
 * any act, what can be undone once something is sent or another screen is shown.
 */
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
