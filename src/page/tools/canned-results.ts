import { localText } from '../../core/storage/db/browser-storage.ts'
import { createCannedResults } from '../../core/storage/settings/canned-results.ts'

/** What this browser answers calls with that always get the same result. */
export const cannedResults = createCannedResults(localText)
