import type { Character } from '../../models/character.ts'
import type { SearchOutcome } from '../search/search.ts'
import { countTokens, TOKENS_PER_MESSAGE } from './tokens.ts'

/** A system message that the service puts before the caller's messages. */
export interface AddedMessage {
  origin: 'service' | 'character' | 'search' | 'scraping'
  text: string
}

/** The default system prompt of the built-in models. */
export const SERVICE_SYSTEM_PROMPT = 'You are a helpful assistant.'

/** What the service adds, in order: its own prompt, the character, the search results. */
export function addedMessages(
  servicePrompt: string | undefined,
  character: Character | undefined,
  search: SearchOutcome,
  withCitations: boolean,
): AddedMessage[] {
  return [
    ...(servicePrompt === undefined ? [] : [{ origin: 'service' as const, text: servicePrompt }]),
    ...(character === undefined
      ? []
      : [{ origin: 'character' as const, text: character.systemPrompt }]),
    ...(search.results.length === 0
      ? []
      : [{ origin: 'search' as const, text: resultsText(search, withCitations) }]),
  ]
}

/** What one added message counts as. */
export function addedMessageTokens({ text }: AddedMessage): number {
  return TOKENS_PER_MESSAGE + countTokens(text)
}

function resultsText({ results }: SearchOutcome, withCitations: boolean): string {
  const rule = withCitations
    ? 'Cite each source you use by its number, in the form [REF]0[/REF].'
    : 'Use them where they help.'
  const list = results.map(
    ({ title, url, content }, index) => `[${index}] ${title} (${url})\n${content ?? ''}`,
  )
  return `Search results. ${rule}\n\n${list.join('\n\n')}`
}
