import { NAME_FORMS, NEUTRAL_PROVIDER_NAME } from '../provider-name.ts'

const NAME = NAME_FORMS.searchDocuments(NEUTRAL_PROVIDER_NAME)

/** The id that some versions of the service give the call, whatever its name. */
const ID = 'web_search_call'

/**
 * Whether a tool call is search results in the guise of one (`return_search_results_as_documents`).
 * Nobody is to make or answer it, and it is not sent back.
 */
export function isSearchDocumentsCall({ id, name }: { id: string; name: string }): boolean {
  return name === NAME || id === ID
}
