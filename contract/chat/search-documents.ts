import { isJsonObject, readJson } from '../json.ts'
import { isSearchDocuments } from './documents-call.ts'
import type { Citation } from './response.ts'

/** A tool call, perhaps not yet whole. */
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
