import { NO_ANSWER } from '../../../../contract/chat/no-answer.ts'
import { articlesAbout, searchCorpus } from '../../inference/search/search.ts'
import type { Sampler } from '../sampler.ts'

const GREETINGS: Readonly<Record<string, string>> = {
  bonjour: 'Bonjour !',
  hallo: 'Hallo!',
  hello: 'Hello!',
  hey: 'Hey there!',
  hi: 'Hi there!',
  hola: '¡Hola!',
}

const INVITATIONS = [
  'Ask me something, or load an example to see tools, structured output or web search at work.',
  'What would you like to try? The examples show tools, structured output and web search at work.',
  'Ask away, or try `/markdown` to see everything the Markdown view can render.',
] as const

const CAPABILITIES = `I answer offline, the same way every time, so you can try an API without a key or a bill:

- **Questions** about HTTP, streaming, JSON, Markdown, x402 and this API, such as “What are server-sent events?”
- **Tools, JSON schemas and web search:** I call your tools and use their results, fill in your schema and cite sources.
- **Images and documents:** attach one, and I describe what is in it.
- **Rendering and speed:** \`/markdown\` shows every construct, \`/tokens 500 /rate 20\` sets length and speed.
- **Failures:** \`/fail 503\`, \`/cut 20\`, \`/stall 5\` and \`/stream-error\` simulate them.`

const TIPS = [
  'Ask “What are server-sent events?” for something that I do know.',
  'Load an example to see tools, structured output or web search at work.',
  'The same request with the same `seed` returns the same response.',
  'Set `stream` to `true` for long responses: text arrives at once, and nothing times out.',
  'Every response has `usage` and `cost`; a stream sends both in its last chunk.',
  'Change `temperature` or `top_p`, but not both.',
  'With `n` above 1, you get several choices and pay for each of them.',
] as const

const LEADS = ['', 'In short: ', 'Put simply: ', 'Here is the gist: '] as const

const IS_QUESTION = /\?|^\s*(?:what|how|why|which|explain|define|describe|compare|tell me about)\b/i

/** How much of a message is read for it, characters. */
const MAX_READ = 2000

/** What a built-in model says to a message in words: what it can work out, or has in its corpus. */
export function generalAnswer(
  message: string,
  sampler: Sampler,
  verbosity: 'auto' | 'low' | 'medium' | 'high',
): string {
  const text = message.slice(0, MAX_READ)
  const greeting = /^(\p{L}+)(?: (?:there|everyone|all))?[\s!.,]*$/u
    .exec(text.trimStart())?.[1]
    ?.toLowerCase()
  if (greeting !== undefined && Object.hasOwn(GREETINGS, greeting))
    return `${GREETINGS[greeting]} ${sampler.pick(INVITATIONS)}`
  if (/^\s*help\b.{0,5}$|\bwhat can you do\b|\bwho are you\b|\bwhat are you\b/i.test(text))
    return CAPABILITIES
  return (
    clockAnswer(text)?.answer ??
    knownAnswer(text, sampler, verbosity) ??
    `${sampler.pick(NO_ANSWER)} “${plainText(text)}”\n\n**Tip:** ${sampler.pick(TIPS)}`
  )
}

const NUMBERS = ['one', 'two', 'three', 'four', 'five']

/** An article of the corpus, as long as the question or the verbosity asks for. */
function knownAnswer(
  text: string,
  sampler: Sampler,
  verbosity: 'auto' | 'low' | 'medium' | 'high',
): string | undefined {
  if (!IS_QUESTION.test(text)) return undefined
  // What follows the question is how to answer it.
  const [question = text] = /^[^?]*\?/.exec(text) ?? []
  const [best] = articlesAbout(question)
  if (best === undefined) return undefined
  const asked = /\bin (one|two|three|four|five|[1-5]) (?:short )?sentences?\b/i.exec(text)?.[1]
  const sentences =
    asked === undefined ? undefined : NUMBERS.indexOf(asked.toLowerCase()) + 1 || Number(asked)
  const answer = sentencesOf(best.content)
    .slice(0, sentences ?? (verbosity === 'low' ? 1 : undefined))
    .join(' ')
  const next = verbosity === 'high' ? searchCorpus(question, 2)[1] : undefined
  const more = next === undefined ? '' : `\n\n**${next.title}.** ${next.content ?? ''}`
  return `${sampler.pick(LEADS)}${answer}${more}`
}

interface ClockAnswer {
  answer: string
  steps: string[]
}

const ASKS_FOR_END = /\b(?:arrive|arrival|end|ends|finish|finishes|over|ready|done)\b/i
const TIME = /\b([01]?\d|2[0-3]):([0-5]\d)\b/
const DURATION =
  /\b(\d{1,3})\s*(?:hours?|hrs?|h)(?:\s*(?:and\s+)?(\d{1,2})\s*(?:minutes?|mins?|min))?\b|\b(\d{1,4})\s*(?:minutes?|mins?|min)\b/gi

const DAY_MINUTES = 24 * 60

/** Adds the durations in a question to the time in it: "leaves at 9:40, takes 2 h. When does it arrive?" */
export function clockAnswer(text: string): ClockAnswer | undefined {
  const [start, hours, minutes] = TIME.exec(text) ?? []
  if (start === undefined || !ASKS_FOR_END.test(text)) return undefined
  const durations = [...text.matchAll(DURATION)]
    .slice(0, 8)
    .map(([said, h = '0', m = '0', alone = '0']) => ({
      said: said.replaceAll(/\s+/g, ' '),
      minutes: Number(h) * 60 + Number(m) + Number(alone),
    }))
  if (durations.length === 0) return undefined
  let at = Number(hours) * 60 + Number(minutes)
  const steps = durations.map(({ said, minutes: added }) => {
    at += added
    return `Adding ${said} gives ${clockText(at)}.`
  })
  const sum = [start, ...durations.map(({ said }) => said)].join(' plus ')
  const later = Math.floor(at / DAY_MINUTES)
  const day = later === 0 ? '' : later === 1 ? ' the next day' : ` ${later} days later`
  return {
    answer: `At **${clockText(at)}**${day}: ${sum}.`,
    steps: [`The question begins at ${start} and asks when it ends.`, ...steps],
  }
}

function clockText(minutes: number): string {
  return `${Math.floor(minutes / 60) % 24}:${String(minutes % 60).padStart(2, '0')}`
}

/** Text from the caller as plain words inside Markdown: on one line, shortened, with every mark escaped. */
export function plainText(text: string, longest = 200): string {
  const line = text
    .slice(0, 4 * longest)
    .replaceAll(/\s+/g, ' ')
    .trim()
  const short = line.length > longest ? `${line.slice(0, longest)}…` : line
  return (
    short
      .replaceAll(/[\\`*_<>~|$#&^!]/g, String.raw`\$&`)
      // A bracket with a backslash would begin a formula.
      .replaceAll('[', '&#91;')
      .replaceAll(']', '&#93;')
  )
}

/** The sentences of a plain text. */
export function sentencesOf(text: string): string[] {
  return text.match(/\S.*?(?:[.!?](?=\s|$)|$)/gs) ?? []
}
