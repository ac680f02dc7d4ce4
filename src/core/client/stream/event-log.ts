import { decryptedEvent } from '../e2ee/plain-text.ts'
import type { EventSequence, StreamEventRecord } from '../exchanges/exchange.ts'

/** Events that are packed together. */
const BLOCK = 256

/**
 * The events of one stream in a tenth of the memory that they take one by one. They begin and end alike, so each is
 * held as what it doesn't share with the first of its block. Whoever reads one gets it as it came, in a new object.
 */
export interface EventLog extends EventSequence {
  /** Adds the events of one read, once those before are dealt with. */
  add(events: readonly StreamEventRecord[]): void
  /** Packs the last ones too: none is added afterwards. */
  end(): void
}

/** A log without events, which grows in place. */
export function createEventLog(): EventLog {
  return new PackedLog()
}

/** The log of a stream that is over. */
export function eventLogOf(events: readonly StreamEventRecord[]): EventSequence {
  const log = createEventLog()
  // Bit by bit: taking the first ones off a long list takes as long as the list is.
  for (let start = 0; start < events.length; start += BLOCK)
    log.add(events.slice(start, start + BLOCK))
  log.end()
  return log
}

class PackedLog implements EventLog {
  #blocks: Block[] = []
  /** The newest ones, not packed yet. */
  #recent: StreamEventRecord[] = []
  #length = 0

  get length(): number {
    return this.#length
  }

  add(events: readonly StreamEventRecord[]): void {
    while (this.#recent.length >= BLOCK) this.#packFirst()
    for (const event of events) this.#recent.push(event)
    this.#length += events.length
  }

  end(): void {
    while (this.#recent.length > 0) this.#packFirst()
  }

  at(index: number): StreamEventRecord | undefined {
    const place = index < 0 ? this.#length + index : index
    const block = this.#blocks[Math.floor(place / BLOCK)]
    return block === undefined
      ? this.#recent[place - this.#blocks.length * BLOCK]
      : eventAt(block, place % BLOCK)
  }

  slice(start: number, end = this.#length): readonly StreamEventRecord[] {
    const from = start < 0 ? Math.max(0, this.#length + start) : start
    const to = end < 0 ? this.#length + end : Math.min(end, this.#length)
    const length = Math.max(0, to - from)
    return Array.from({ length }, (_, place) => this.at(from + place)).filter(isThere)
  }

  *[Symbol.iterator](): Iterator<StreamEventRecord> {
    for (let index = 0; index < this.#length; index += 1) {
      const event = this.at(index)
      if (event !== undefined) yield event
    }
  }

  /** As JSON it is the array of its events. */
  toJSON(): readonly StreamEventRecord[] {
    return this.slice(0)
  }

  #packFirst(): void {
    const events = this.#recent.splice(0, BLOCK)
    // What was in an envelope is known by the event that it came in.
    const isOpened = events.some((event) => decryptedEvent(event) !== undefined)
    this.#blocks.push(isOpened ? events : packed(events))
  }
}

/** Events that are packed, or as they are where this page opened some of them. */
type Block = PackedEvents | readonly StreamEventRecord[]

interface PackedEvents {
  /** The first event, then of each other what stands between its shared start and end. */
  text: string
  /** Of each event, where its part of the text ends. */
  ends: Uint32Array
  /** Of each event, how many characters at its start and its end are those of the first one. */
  starts: Uint32Array
  tails: Uint32Array
  /** Of each event, how many characters are its name, before its data; -1 for none. */
  names: Int32Array
  /** Of each event its `at`. */
  times: Float64Array
}

function packed(events: readonly StreamEventRecord[]): PackedEvents {
  const ends = new Uint32Array(events.length)
  const starts = new Uint32Array(events.length)
  const tails = new Uint32Array(events.length)
  const names = new Int32Array(events.length)
  const times = new Float64Array(events.length)
  const parts: string[] = []
  let first = ''
  let length = 0
  for (const [index, { at, event, data }] of events.entries()) {
    const whole = event === undefined ? data : event + data
    if (index === 0) first = whole
    const most = index === 0 ? 0 : Math.min(first.length, whole.length)
    const start = sharedStart(first, whole, most)
    const tail = sharedTail(first, whole, most - start)
    const part = whole.slice(start, whole.length - tail)
    length += part.length
    parts.push(part)
    ends[index] = length
    starts[index] = start
    tails[index] = tail
    names[index] = event?.length ?? -1
    times[index] = at
  }
  // Joined it is a text of its own: a part alone would hold all that came with it from the network.
  return { text: parts.join(''), ends, starts, tails, names, times }
}

function eventAt(block: Block, place: number): StreamEventRecord | undefined {
  if (!('text' in block)) return block[place]
  const { text, ends, starts, tails, names, times } = block
  const [end, at, name = -1] = [ends[place], times[place], names[place]]
  if (end === undefined || at === undefined) return undefined
  const first = text.slice(0, ends[0])
  const part = text.slice(place === 0 ? 0 : ends[place - 1], end)
  const tail = first.slice(first.length - (tails[place] ?? 0))
  const whole = first.slice(0, starts[place]) + part + tail
  return name < 0
    ? { at, data: whole }
    : { at, event: whole.slice(0, name), data: whole.slice(name) }
}

/** How many characters two texts have in common at their start, at most so many. */
function sharedStart(one: string, other: string, most: number): number {
  let shared = 0
  while (shared < most && one.charCodeAt(shared) === other.charCodeAt(shared)) shared += 1
  return shared
}

/** How many characters two texts have in common at their end, at most so many. */
function sharedTail(one: string, other: string, most: number): number {
  const [end, otherEnd] = [one.length - 1, other.length - 1]
  let shared = 0
  while (shared < most && one.charCodeAt(end - shared) === other.charCodeAt(otherEnd - shared))
    shared += 1
  return shared
}

function isThere(event: StreamEventRecord | undefined): event is StreamEventRecord {
  return event !== undefined
}
