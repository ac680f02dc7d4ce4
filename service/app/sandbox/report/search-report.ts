import { messageText } from '../../../../contract/chat/messages.ts'
import type { GenerationRequest } from '../../inference/engine.ts'
import { wordsOf } from '../../inference/search/rank.ts'
import { sentencesOf } from '../reply/sentences.ts'
import { codeSpan, count } from './describe-part.ts'

const MAX_QUOTED = 3

/** What a search brought, in the answer: a statement per source, cited when that is asked for. */
export function searchReport(
  { request, vendor, search, inputs }: GenerationRequest,
  showsBothSpellings: boolean,
): string {
  const { kind, why } = search
  // The pages that were read stand behind the results, and are reported by themselves.
  const results = search.results.slice(0, search.results.length - inputs.pages.length)
  const asked = vendor.enable_web_search !== 'off' || kind === 'x' || showsBothSpellings
  if (!asked) return ''
  if (results.length === 0) return `No search was run: ${why}.`
  const cites = vendor.enable_web_citations || showsBothSpellings
  const question = request.messages.findLast(({ role }) => role === 'user')
  const words = new Set(wordsOf(question ? messageText(question) : ''))
  const lines = results
    .slice(0, MAX_QUOTED)
    .map(
      ({ title, content }, index) =>
        `- **${title}.** ${bestSentence(content ?? '', words)}${cites ? ` [REF]${index}[/REF]` : ''}`,
    )
  return [
    `From ${kind === 'x' ? 'X search, simulated' : 'the web search, simulated with a small bundled corpus'} (${why}):`,
    lines.join('\n'),
    ...(showsBothSpellings ? [bothSpellings(results.length)] : []),
  ].join('\n\n')
}

/** The contract counts from 0 in `[REF]0[/REF]`; the other spelling counts from 1. */
function bothSpellings(sources: number): string {
  const second = Math.min(2, sources)
  return `One source is cited as [REF]0[/REF] or ^1^, two as [REF]0[/REF][REF]${second - 1}[/REF] or ^1,${second}^.`
}

/** The sentence of a source that has most of the question's words; the first of those that tie. */
function bestSentence(text: string, question: ReadonlySet<string>): string {
  const sentences = sentencesOf(text).map((sentence) => ({
    sentence,
    shared: new Set(wordsOf(sentence).filter((word) => question.has(word))).size,
  }))
  return sentences.toSorted((a, b) => b.shared - a.shared)[0]?.sentence ?? text
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
  return `From the URLs in your message:\n\n${lines.join('\n')}`
}
