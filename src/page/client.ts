import { useStore } from 'zustand'

import { PRACTICE_ORIGIN } from '../../contract/practice/practice-api.ts'
import { createClient } from '../core/client/client.ts'
import type { Charge, World } from '../core/client/world.ts'
import { localText } from '../core/storage/db/browser-storage.ts'
import type { BalanceReading } from '../core/storage/settings/last-balances.ts'
import { createSettings } from '../core/storage/settings/settings.ts'

/** As the page found it: what is put in its place later sees no key. */
const fetchOfBrowser = fetch

/** The browser that shows this page. */
const browser: World = {
  origin: location.origin,
  configPath: import.meta.env.MODE === 'static' ? undefined : '/config.json',
  isSecure: isSecureContext,
  fetch: (input, init) =>
    isForPractice(input) ? fetchInPage(input, init) : fetchOfBrowser(input, init),
  clock: { now: () => Date.now(), elapsed: () => performance.now() },
  storage: {
    // Reading the property itself throws where storage is refused.
    getItem: (key) => localStorage.getItem(key),
    setItem: (key, value) => localStorage.setItem(key, value),
  },
  locks: navigator.locks,
  random: {
    uuid: () => crypto.randomUUID(),
    bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  },
  isOnline: () => navigator.onLine,
  events: window,
  countCharge: (charge) => void countCharge(charge),
  report: (error) => reportError(error),
}

/** The client of this page: its connections, and everything known of the APIs behind them. */
export const client = createClient(browser)

function isForPractice(input: Parameters<typeof fetch>[0]): boolean {
  return typeof input === 'string' && input.startsWith(`${PRACTICE_ORIGIN}/`)
}

/** Loads and starts the service that runs in the page. Returns what sends requests to it. */
export const loadPractice = () => import('./practice.ts').then((m) => m.startPractice())

async function fetchInPage(...request: Parameters<typeof fetch>): Promise<Response> {
  const send = await loadPractice()
  return send(...request)
}

/** Where nothing can be stored, requests go on and nothing is counted. */
async function countCharge(charge: Charge): Promise<void> {
  const part = await import('../core/storage/spending/spending.ts').catch(() => undefined)
  await part?.addCharge(charge).catch(() => undefined)
}

/** The balance of the current connection, wherever in the page it is shown. */
export function useBalance(): BalanceReading | undefined {
  const { balanceMicroUsd: microUsd, balanceAt: at } = useStore(client.accounts.current)
  return microUsd === undefined || at === undefined ? undefined : { microUsd, at }
}

/** What a person arranged in this browser. */
export const settings = createSettings(localText)
