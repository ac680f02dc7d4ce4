import type { Citation } from './response.ts'

/** What is needed of a tool call to tell whether it carries search results. */
interface Call {
  id: string
  name: string
  arguments: string
}

/** The tool call of the contract; some services write `web_search` with an id of its own. */
const DOCUMENTS_NAME = 'vendor_web_search_documents'
const OTHER_NAME = 'web_search'
const OTHER_ID = 'web_search_call'

/**
 * Whether a call only carries search results (`return_search_results_as_documents`): it is never
 * executed, never answered and never sent back. Names are neutral here.
 */
export function isSearchDocuments({ id, name }: Pick<Call, 'id' | 'name'>): boolean {
  return name === DOCUMENTS_NAME || (id === OTHER_ID && name === OTHER_NAME)
}

/** The documents that such a call carries, as sources; empty until its arguments are whole. */
export function searchDocuments(call: Call): readonly Citation[] {
  const value = parse(call.arguments)
  const documents = isRecord(value) ? value['documents'] : undefined
  if (!Array.isArray(documents)) return []
  return documents.filter(isRecord).map((document) => {
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

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
