import { localText } from '../../core/storage/db/browser-storage.ts'
import {
  createCannedResults,
  createToolSnippets,
} from '../../core/storage/settings/tool-answers.ts'

/** What this browser answers calls with that always get the same result. */
export const cannedResults = createCannedResults(localText)

/** The code that answers tool calls in this browser. */
export const toolSnippets = createToolSnippets(localText)
