import { sampleAnswer } from './sample-answer.mjs'
import { createStream, variants } from './variants.tsx'

/** Characters of one token. */
const tokenLength = 4
const tokensPerFrame = 4
/** Tokens at the end of what is on screen that are the same whatever its length. */
const sameTokens = 1000

const query = new URLSearchParams(location.search)
const variant = query.get('variant') ?? 'ours'
const onScreen = Number(query.get('tokens') ?? 1000)
const streamed = Number(query.get('stream') ?? 400)

// The same text is streamed below the same screens whatever is above them, so that only the length differs:
// to paint a table costs six times what a paragraph does.
const before = `${sampleAnswer((onScreen - sameTokens) * tokenLength, 1)}${sampleAnswer(sameTokens * tokenLength, 3)}`
const rest = sampleAnswer(streamed * tokenLength, 2)
const into = document.querySelector<HTMLElement>('#answer')
const scroller = document.querySelector<HTMLElement>('#scroller')
if (!into || !scroller) throw new Error('the page has no place for the answer')

const stream = createStream()
stream.append(before)
variants[variant]?.(stream, into)

/** Brings the reader to the end of what is there, however often its first layout moves that end. */
function goToEnd(): Promise<void> {
  let top = -1
  return new Promise((resolve) => {
    const step = () => {
      if (!scroller || scroller.scrollTop === top) return resolve()
      top = scroller.scrollTop
      scroller.scrollTop = 10_000_000
      return requestAnimationFrame(step)
    }
    step()
  })
}

/** Streams the rest of the answer, a few tokens a frame, while the reader looks at its end. */
function streamRest(): Promise<void> {
  let at = 0
  const end = streamed * tokenLength
  return new Promise((resolve) => {
    const tick = () => {
      const next = Math.min(at + tokensPerFrame * tokenLength, end)
      stream.append(rest.slice(at, next))
      at = next
      if (scroller) scroller.scrollTop = 10_000_000
      if (at < end) requestAnimationFrame(tick)
      else requestAnimationFrame(() => resolve())
    }
    requestAnimationFrame(tick)
  })
}

Object.assign(globalThis, { bench: { goToEnd, streamRest, finish: stream.finish } })
