import { createStore } from 'zustand/vanilla'

/** What is shown while a phone is waited for. */
interface Pairing {
  /** What the phone reads as a picture, or takes pasted: `wc:…`. It holds a key of its own. */
  text: string
  /** When it stops being good, Unix ms. */
  expiresAtMs: number
}

/** The pairing on the screen, if there is one. */
export const pairingStore = createStore<{ pairing: Pairing | undefined }>(() => ({
  pairing: undefined,
}))

let attempt: AbortController | undefined

/** One attempt to pair with a phone. */
export interface PairingAttempt {
  /** Says when it is given up. */
  signal: AbortSignal
  /** Shows what the phone has to read. */
  show: (text: string) => void
  /** Takes it from the screen. */
  done: () => void
}

/** Starts a pairing, in place of any other. */
export function startPairing(): PairingAttempt {
  cancelPairing()
  const mine = new AbortController()
  attempt = mine
  return {
    signal: mine.signal,
    show: (text) => {
      if (attempt === mine)
        pairingStore.setState({ pairing: { text, expiresAtMs: expiryOf(text, Date.now()) } })
    },
    done: () => {
      if (attempt === mine) hide()
    },
  }
}

/** Gives up the pairing; does nothing when there is none. */
export function cancelPairing(): void {
  attempt?.abort()
  hide()
}

function hide(): void {
  attempt = undefined
  pairingStore.setState({ pairing: undefined })
}

/** When a pairing text stops being good, Unix ms: it says so itself, else five minutes from now. */
export function expiryOf(text: string, nowMs: number): number {
  const seconds = /[?&]expiryTimestamp=(\d{10})(?:&|$)/.exec(text)?.[1]
  return seconds === undefined ? nowMs + 5 * 60_000 : Number(seconds) * 1000
}
