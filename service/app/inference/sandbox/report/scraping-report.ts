import type { GenerationRequest } from '../../engine.ts'
import { codeSpan, count } from './describe-part.ts'

/** The addresses of the last user message in the answer: what was read, and why the others were not. */
export function scrapingReport({ inputs, search, vendor }: GenerationRequest): string {
  const { pages, unread } = inputs
  if (!vendor.enable_web_scraping) return ''
  if (pages.length + unread.length === 0)
    return 'No address was read: the last user message holds none (`enable_web_scraping`).'
  const first = search.results.length - pages.length
  const lines = [
    ...pages.map(({ url, title, text }, index) => {
      const cited = vendor.enable_web_citations ? ` [REF]${first + index}[/REF]` : ''
      return `- ${codeSpan(url)}: ${codeSpan(title)}, ${count(text.length, 'character')}${cited}`
    }),
    ...unread.map(
      ({ url, message }) => `- ${codeSpan(url)} was not read. ${codeSpan(message, 200)}`,
    ),
  ]
  return `## From the addresses of your message\n\n${lines.join('\n')}`
}
