import { createStore } from 'zustand/vanilla'

import { isJsonObject, type JsonValue } from '../../../../contract/json.ts'

const STORAGE_KEY = 'playground.settings'

/** Narrowest and widest inspector, px. */
export const INSPECTOR_WIDTH = { min: 320, max: 960 } as const

const THEMES = ['system', 'light', 'dark'] as const

export type Theme = (typeof THEMES)[number]

/** What a person arranged in this browser. Holds nothing secret. */
export interface Settings {
  version: 1
  theme: Theme
  /** Whether the history stands beside the main area; phones open it as a sheet each time. */
  historyOpen: boolean
  /** px */
  inspectorWidth: number
  /** The API last typed into the connection dialog. Its key is never kept. */
  remote?: { baseUrl: string; providerName: string } | undefined
}

const DEFAULTS: Settings = {
  version: 1,
  theme: 'system',
  historyOpen: false,
  inspectorWidth: 448,
}

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
  const found = parsed(text)
  if (!isJsonObject(found) || found['version'] !== DEFAULTS.version) return DEFAULTS
  const { theme, historyOpen, inspectorWidth: width, remote } = found
  return {
    version: DEFAULTS.version,
    theme: THEMES.find((known) => known === theme) ?? DEFAULTS.theme,
    historyOpen: typeof historyOpen === 'boolean' ? historyOpen : DEFAULTS.historyOpen,
    inspectorWidth:
      typeof width === 'number' && width >= INSPECTOR_WIDTH.min && width <= INSPECTOR_WIDTH.max
        ? width
        : DEFAULTS.inspectorWidth,
    ...readRemote(remote),
  }
}

function readRemote(remote: JsonValue | undefined): Pick<Settings, 'remote'> {
  if (!isJsonObject(remote)) return {}
  const { baseUrl, providerName } = remote
  return typeof baseUrl === 'string' && typeof providerName === 'string'
    ? { remote: { baseUrl, providerName } }
    : {}
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    // Not JSON: as if there were nothing.
    return undefined
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}
