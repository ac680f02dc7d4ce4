import { isJsonObject, readJson } from '../json.ts'
import type { Citation } from './response.ts'

/** The tool call of the contract; some services write `web_search_call`, or `web_search` with that id. */
const DOCUMENTS_NAME = 'vendor_web_search_documents'
const OTHER_NAME = 'web_search'
const OTHER_ID = 'web_search_call'

/**
 * Whether a call only carries search results (`return_search_results_as_documents`): it is never
 * executed, never answered and never sent back. Names are neutral here.
 */
export function isSearchDocuments({ id, name }: { id: string; name: string }): boolean {
  return name === DOCUMENTS_NAME || name === OTHER_ID || (id === OTHER_ID && name === OTHER_NAME)
}

interface Call {
  id: string
  name: string
  arguments: string
}

/** The search results that a tool call carries, as sources; empty for other calls and until it is whole. */
export function searchDocuments(call: Call): readonly Citation[] {
  if (!isSearchDocuments(call)) return []
  const value = readJson(call.arguments)
  const documents = isJsonObject(value) ? value['documents'] : undefined
  if (!Array.isArray(documents)) return []
  return documents.filter(isJsonObject).map((document) => {
    const content = text(document['snippet'] ?? document['content'])
    const date = text(document['published_at'] ?? document['date'])
    return {
      title: text(document['title']) ?? '',
      url: text(document['url']) ?? '',
      ...(content === undefined ? {} : { content }),
      ...(date === undefined ? {} : { date }),
    }
  })
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
