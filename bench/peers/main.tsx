import { createStream, variants } from '../streaming/variants.tsx'
import type { RecordedStream } from './recorded-streams.mjs'

/** What a page saw of itself while a stream was played. */
export interface Seen {
  /** Frames that came late, in percent. */
  dropped: number
  /** Longest task on the wall, ms: 50 where no task was longer. */
  longest: number
  /** From each key to the frame after the one that shows it, ms. */
  keys: number[]
}

/** A stream is watched at least so long, ms: what comes at once is worked on after it came. */
const WATCHED = 2000
/** A frame that comes later than this is one that was dropped, ms. */
const LATE = 25
const FRAME = 1000 / 60
/** Below this a task isn't long, ms: the browser tells only of those above. */
const LONG_TASK = 50

const query = new URLSearchParams(location.search)
const variant = query.get('variant') ?? 'ours'
const into = document.querySelector<HTMLElement>('#answer')
const scroller = document.querySelector<HTMLElement>('#scroller')
if (!into || !scroller) throw new Error('the page has no place for the answer')

const loaded = await fetch(`./${query.get('stream') ?? '16k'}.json`)
const { above, events }: RecordedStream = await loaded.json()
const stream = createStream()
const show =
  variant === 'assistant-ui' ? (await import('./assistant-ui.tsx')).showThread : variants[variant]
show?.(stream, into)
if (above !== '') stream.append(above)

/** Plays the stream while its reader is at the end and someone types. */
async function play(): Promise<Seen> {
  const keys: number[] = []
  document.addEventListener('keydown', ({ timeStamp }) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => keys.push(performance.now() - timeStamp))
      port1.start()
      port2.postMessage(undefined)
    })
  })
  let longest = LONG_TASK
  const tasks = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
  })
  tasks.observe({ type: 'longtask' })
  const start = performance.now()
  const frames = watchFrames()
  for (let next = 0; next < events.length;) {
    // What came while the page was busy is read at once, as from a network.
    for (; (events[next]?.[0] ?? Infinity) <= performance.now() - start; next += 1)
      stream.append(events[next]?.[1] ?? '')
    await after((events[next]?.[0] ?? 0) - (performance.now() - start))
  }
  stream.finish()
  await after(WATCHED - (performance.now() - start))
  const dropped = await frames()
  await after(0)
  tasks.disconnect()
  return { dropped, longest, keys }
}

/** Follows the end of the answer, and counts the frames. Returns the way to stop, which says how many percent were late. */
function watchFrames(): () => Promise<number> {
  let last = performance.now()
  let [shown, late] = [0, 0]
  let isOn = true
  const step = () => {
    const now = performance.now()
    if (now - last > LATE) late += Math.round((now - last) / FRAME) - 1
    last = now
    shown += 1
    if (scroller) scroller.scrollTop = 10_000_000
    if (isOn) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
  return async () => {
    // With the frame that the last of the work held up.
    await new Promise(requestAnimationFrame)
    isOn = false
    return (late / (late + shown)) * 100
  }
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Brings the reader to the end of what is there, once it is. */
async function goToEnd(): Promise<void> {
  const isThere = () => above === '' || (into?.textContent.length ?? 0) > above.length / 2
  while (!isThere()) await new Promise(requestAnimationFrame)
  for (let top = -1; scroller && scroller.scrollTop !== top;) {
    top = scroller.scrollTop
    scroller.scrollTop = 10_000_000
    await new Promise(requestAnimationFrame)
  }
}

Object.assign(globalThis, { bench: { goToEnd, play } })
