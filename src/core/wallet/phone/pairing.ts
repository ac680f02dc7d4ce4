import { createStore, type StoreApi } from 'zustand/vanilla'

/** What is shown while a phone is waited for. */
interface PairingText {
  /** What the phone reads as a picture, or takes pasted: `wc:…`. It holds a key of its own. */
  text: string
  /** When it stops being good, Unix ms. */
  expiresAtMs: number
}

/** One attempt to pair with a phone. */
export interface PairingAttempt {
  /** Says when it is given up. */
  signal: AbortSignal
  /** Shows what the phone has to read. */
  show: (text: string) => void
  /** Takes it from the screen. */
  done: () => void
}

/** Pairing with phones, one at a time. */
export interface Pairing {
  /** The pairing on the screen, if there is one. */
  store: StoreApi<{ shown: PairingText | undefined }>
  /** Starts a pairing, in place of any other. */
  start: () => PairingAttempt
  /** Gives up the pairing; does nothing when there is none. */
  cancel: () => void
}

/** Creates the pairing of one wallet. */
export function createPairing(): Pairing {
  const store = createStore<{ shown: PairingText | undefined }>(() => ({ shown: undefined }))
  let attempt: AbortController | undefined
  const hide = () => {
    attempt = undefined
    store.setState({ shown: undefined })
  }
  const cancel = () => {
    attempt?.abort()
    hide()
  }
  return {
    store,
    cancel,
    start: () => {
      cancel()
      const mine = new AbortController()
      attempt = mine
      return {
        signal: mine.signal,
        show: (text) => {
          if (attempt === mine)
            store.setState({ shown: { text, expiresAtMs: expiryOf(text, Date.now()) } })
        },
        done: () => {
          if (attempt === mine) hide()
        },
      }
    },
  }
}

/** When a pairing text stops being good, Unix ms: it says so itself, else five minutes from now. */
export function expiryOf(text: string, nowMs: number): number {
  const seconds = /[?&]expiryTimestamp=(\d{10})(?:&|$)/.exec(text)?.[1]
  return seconds === undefined ? nowMs + 5 * 60_000 : Number(seconds) * 1000
}
