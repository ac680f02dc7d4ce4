import type { ToolCallDelta } from '../../../contract/chat/stream-chunk.ts'
import type { SearchOutcome } from './search.ts'

/** The name under which results are returned as documents (contract, "vendor_parameters"). */
const SEARCH_DOCUMENTS_NAME = 'vendor_web_search_documents'

/** The results as the tool call that `return_search_results_as_documents` asks for. Not to be executed. */
export function searchDocumentsCall({ results }: SearchOutcome): ToolCallDelta {
  const documents = results.map(({ title, url, content, date }, index) => ({
    id: String(index),
    title,
    url,
    snippet: content,
    published_at: date,
  }))
  return {
    index: 0,
    id: 'call_web_search_documents',
    type: 'function',
    function: { name: SEARCH_DOCUMENTS_NAME, arguments: JSON.stringify({ documents }) },
  }
}
