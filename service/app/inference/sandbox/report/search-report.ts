import type { GenerationRequest } from '../../engine.ts'
import { codeSpan, count } from './describe-part.ts'

const MAX_QUOTED = 3

/** What a search brought, in the answer: a statement per source, cited when that is asked for. */
export function searchReport(
  { vendor, search, inputs }: GenerationRequest,
  showsBothSpellings: boolean,
): string {
  const { kind, why } = search
  // The pages that were read stand behind the results, and are reported by themselves.
  const results = search.results.slice(0, search.results.length - inputs.pages.length)
  const asked = vendor.enable_web_search !== 'off' || kind === 'x' || showsBothSpellings
  if (!asked) return ''
  const title = kind === 'x' ? '## From X search' : '## From the web search'
  if (results.length === 0) return `No search was run: ${why}.`
  const cites = vendor.enable_web_citations || showsBothSpellings
  const lines = results
    .slice(0, MAX_QUOTED)
    .map(
      ({ title: name, content }, index) =>
        `- **${name}.** ${firstSentence(content ?? '')}${cites ? ` [REF]${index}[/REF]` : ''}`,
    )
  const spellings = showsBothSpellings ? [bothSpellings(results.length)] : []
  return [
    title,
    `Simulated from a small bundled corpus: the local service never searches the web (${why}).`,
    lines.join('\n'),
    ...spellings,
  ].join('\n\n')
}

/** The contract counts from 0 in `[REF]0[/REF]`; the other spelling counts from 1. */
function bothSpellings(sources: number): string {
  const second = Math.min(2, sources)
  return `One source is cited as [REF]0[/REF] or ^1^, two as [REF]0[/REF][REF]${second - 1}[/REF] or ^1,${second}^.`
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text
}

/** The addresses of the last user message in the answer: what was read, and why the others were not. */
export function scrapingReport({ inputs, search, vendor }: GenerationRequest): string {
  const { pages, unread } = inputs
  if (!vendor.enable_web_scraping) return ''
  if (pages.length + unread.length === 0)
    return 'No URL was fetched: the last user message has none (`enable_web_scraping`).'
  const first = search.results.length - pages.length
  const lines = [
    ...pages.map(({ url, title, text }, index) => {
      const cited = vendor.enable_web_citations ? ` [REF]${first + index}[/REF]` : ''
      return `- ${codeSpan(url)}: ${codeSpan(title)}, ${count(text.length, 'character')}${cited}`
    }),
    ...unread.map(
      ({ url, message }) => `- ${codeSpan(url)} was not fetched. ${codeSpan(message, 200)}`,
    ),
  ]
  return `## From the URLs in your message\n\n${lines.join('\n')}`
}
