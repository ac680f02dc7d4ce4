import { localText } from '../../core/storage/db/browser-storage.ts'
import { createToolSnippets } from '../../core/storage/settings/tool-snippets.ts'

/** The code that answers tool calls in this browser. */
export const toolSnippets = createToolSnippets(localText)
