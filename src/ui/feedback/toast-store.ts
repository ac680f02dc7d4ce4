import { createStore } from 'zustand/vanilla'

/** A short message at the edge of the screen that goes by itself. */
export interface Toast {
  id: number
  text: string
  /** One thing to press, such as Undo; the toast goes when it is pressed. */
  action?: { label: string; run: () => void }
}

/** How long a toast stays, ms; one with an action gives time to reach it. */
const SHOWN_MS = 5000
const SHOWN_WITH_ACTION_MS = 10_000

/** The toasts on screen, oldest first. */
export const toastStore = createStore<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }))

let nextId = 1

/** Shows a message; screen readers read it too. For results, never for errors that need a decision. */
export function showToast(text: string, action?: Toast['action']): void {
  const id = nextId++
  const toast: Toast = { id, text, ...(action === undefined ? {} : { action }) }
  toastStore.setState(({ toasts }) => {
    // The same news twice is one; two things to undo stay two.
    const others = toasts.filter((other) => other.action !== undefined || other.text !== text)
    return { toasts: [...others.slice(-2), toast] }
  })
  setTimeout(() => dismissToast(id), action === undefined ? SHOWN_MS : SHOWN_WITH_ACTION_MS)
}

/** Removes the toasts that only report something: called with the next act, they are old news then. */
export function dismissReports(): void {
  toastStore.setState(({ toasts }) => ({
    toasts: toasts.filter(({ action }) => action !== undefined),
  }))
}

/** Takes a toast away before its time. */
export function dismissToast(id: number): void {
  toastStore.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}
