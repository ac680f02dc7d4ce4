/** The tool call of the contract; some services write `web_search` with an id of its own. */
const DOCUMENTS_NAME = 'vendor_web_search_documents'
const OTHER_NAME = 'web_search'
const OTHER_ID = 'web_search_call'

/**
 * Whether a call only carries search results (`return_search_results_as_documents`): it is never
 * executed, never answered and never sent back. Names are neutral here.
 */
export function isSearchDocuments({ id, name }: { id: string; name: string }): boolean {
  return name === DOCUMENTS_NAME || (id === OTHER_ID && name === OTHER_NAME)
}
