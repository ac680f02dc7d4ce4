import { createStore } from 'zustand/vanilla'

import { z } from '../contract/zod.ts'

const STORAGE_KEY = 'playground.settings'

/** Narrowest and widest inspector, px. */
export const INSPECTOR_WIDTH = { min: 320, max: 960 } as const

/** Reads what is not valid as a default, member by member. */
const orElse = z.catch

const settingsSchema = z.object({
  version: z.literal(1),
  theme: orElse(z.enum(['system', 'light', 'dark']), 'system'),
  /** Whether the history stands beside the main area; phones open it as a sheet each time. */
  historyOpen: orElse(z.boolean(), false),
  /** px */
  inspectorWidth: orElse(
    z.number().check(z.minimum(INSPECTOR_WIDTH.min), z.maximum(INSPECTOR_WIDTH.max)),
    448,
  ),
  /** The API last typed into the connection dialog. Its key is never kept. */
  remote: orElse(
    z.optional(z.object({ baseUrl: z.string(), providerName: z.string() })),
    undefined,
  ),
})

/** What a person arranged in this browser. Holds nothing secret. */
export type Settings = z.infer<typeof settingsSchema>

export type Theme = Settings['theme']

/** The settings of this browser. Change them with {@link saveSettings}. */
export const settingsStore = createStore<Settings>(() => readSettings(stored()))

/** Changes some settings, here and in the browser's storage where that is allowed. */
export function saveSettings(change: Partial<Omit<Settings, 'version'>>): void {
  settingsStore.setState(change)
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(settingsStore.getState()))
  } catch {
    // Without storage the settings last as long as the page.
  }
}

/** Follows changes made in other tabs. */
export function followOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.key === STORAGE_KEY) settingsStore.setState(readSettings(event.newValue), true)
  })
}

/** Settings from stored text; whatever is missing or not valid becomes its default. */
export function readSettings(text: string | null): Settings {
  try {
    const parsed = settingsSchema.safeParse(JSON.parse(text ?? ''))
    if (parsed.success) return parsed.data
  } catch {
    // Not JSON: as if there were nothing.
  }
  return settingsSchema.parse({ version: 1 })
}

function stored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}
