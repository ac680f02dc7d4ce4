import { localText } from '../core/storage/db/browser-storage.ts'
import { createSettings } from '../core/storage/settings/settings.ts'

/** What a person arranged in this browser. */
export const settings = createSettings(localText)
