import { createStore } from 'zustand/vanilla'

import { isJsonObject, type JsonValue } from '../../../../contract/json.ts'
import { localText } from '../db/browser-storage.ts'

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
export const settingsStore = createStore<Settings>(() =>
  readSettings(localText.loadJson(STORAGE_KEY)),
)

/** Changes some settings, here and in the browser's storage where that is allowed. */
export function saveSettings(change: Partial<Omit<Settings, 'version'>>): void {
  settingsStore.setState(change)
  // Where storage is refused the settings last as long as the page.
  localText.save(STORAGE_KEY, JSON.stringify(settingsStore.getState()))
}

/** Follows changes made in other tabs. */
export function followOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.key === STORAGE_KEY)
      settingsStore.setState(readSettings(localText.loadJson(STORAGE_KEY)), true)
  })
}

/** Settings from stored data; whatever is missing or not valid becomes its default. */
function readSettings(found: unknown): Settings {
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
