import type { Exchange } from '../../client/exchanges/exchange.ts'

/** The languages that a request can be shown in. */
export const CODE_LANGUAGES = [
  { value: 'curl', label: 'curl' },
  { value: 'python', label: 'Python' },
  { value: 'javascript', label: 'JavaScript (openai)' },
  { value: 'fetch', label: 'JavaScript (fetch)' },
  { value: 'vitest', label: 'Tests' },
] as const
export type CodeLanguage = (typeof CODE_LANGUAGES)[number]['value']

/** The languages for an exchange: OpenAI's clients don't speak to tool servers. */
export function codeLanguagesFor(protocol: Exchange['protocol'] | undefined) {
  return CODE_LANGUAGES.filter(
    ({ value }) => protocol === undefined || value === 'curl' || value === 'fetch',
  )
}
