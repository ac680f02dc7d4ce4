import { createStore, type StoreApi } from 'zustand/vanilla'

import { isJsonObject } from '../../../../contract/json.ts'
import type { TextStorage } from '../db/browser-storage.ts'

/** Where they are stored. */
export const SETTINGS_KEY = 'playground.settings'

/** Narrowest and widest inspector, or panel beside a board, px. */
export const PANEL_WIDTH = { min: 320, max: 960 } as const

const THEMES = ['system', 'light', 'dark'] as const

export type Theme = (typeof THEMES)[number]

/** What a person arranged in this browser. Holds nothing secret. */
interface Settings {
  version: 1
  theme: Theme
  /** Whether the history stands beside the main area; phones open it as a sheet each time. */
  historyOpen: boolean
  /** Whether the settings of a chat stand beside it where there is room. */
  settingsOpen: boolean
  /** px */
  inspectorWidth: number
  /** Of what is opened beside a board, px. */
  boardPanelWidth: number
}

const VERSION = 1

const DEFAULTS: Settings = {
  version: VERSION,
  theme: 'system',
  historyOpen: false,
  settingsOpen: false,
  inspectorWidth: 448,
  boardPanelWidth: 416,
}

/** The settings of one browser. */
export interface SettingsStorage {
  store: StoreApi<Settings>
  /** Changes some settings, here and in the browser's storage where that is allowed. */
  save: (change: Partial<Omit<Settings, 'version'>>) => void
  /** Follows changes made in other tabs. */
  followOtherTabs: (events: Pick<EventTarget, 'addEventListener'>) => void
}

/** Creates the settings as they are stored; what is missing or not valid becomes its default. */
export function createSettings(storage: TextStorage): SettingsStorage {
  const stored = () => readSettings(storage.loadJson(SETTINGS_KEY))
  const store = createStore(stored)
  return {
    store,
    save: (change) => {
      store.setState(change)
      // Where storage is refused the settings last as long as the page.
      storage.save(SETTINGS_KEY, JSON.stringify(store.getState()))
    },
    followOtherTabs: (events) => {
      events.addEventListener('storage', (event) => {
        if (Reflect.get(event, 'key') === SETTINGS_KEY) store.setState(stored(), true)
      })
    },
  }
}

/** The theme in stored settings, for what runs before all else. */
export function themeIn(found: unknown): Theme {
  const isKnown = isJsonObject(found) && found['version'] === VERSION
  return (isKnown && THEMES.find((known) => known === found['theme'])) || 'system'
}

function readSettings(found: unknown): Settings {
  if (!isJsonObject(found) || found['version'] !== VERSION) return DEFAULTS
  const { historyOpen, settingsOpen } = found
  const width = (name: 'inspectorWidth' | 'boardPanelWidth') => {
    const { [name]: own } = found
    const isValid = typeof own === 'number' && own >= PANEL_WIDTH.min && own <= PANEL_WIDTH.max
    return isValid ? own : DEFAULTS[name]
  }
  return {
    version: VERSION,
    theme: themeIn(found),
    historyOpen: typeof historyOpen === 'boolean' ? historyOpen : DEFAULTS.historyOpen,
    settingsOpen: typeof settingsOpen === 'boolean' ? settingsOpen : DEFAULTS.settingsOpen,
    inspectorWidth: width('inspectorWidth'),
    boardPanelWidth: width('boardPanelWidth'),
  }
}
