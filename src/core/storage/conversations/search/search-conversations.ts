import { messageText } from '../../../../../contract/chat/messages.ts'
import { database } from '../../db/database.ts'
import { inline } from '../blob-strings.ts'
import type { MessageRecord } from '../conversation.ts'
import { subscribeConversations } from '../conversations.ts'
import {
  excerptOf,
  foldText,
  queryWords,
  revisionsOf,
  type SearchIndexRecord,
  type SearchText,
} from './search-index.ts'

/** What one step of a search has found, and what it has left for the next. */
export interface SearchStep {
  /** Where the words stand, by conversation id. */
  excerpts: ReadonlyMap<string, string>
  /** Ids of conversations that may hold the words too, in the order to search them. */
  left: readonly string[]
}

/** Conversations read in one step: some hundred milliseconds where all are long. */
const STEP = 25
/** Texts are remembered up to this length in all, characters: the next letter typed costs no reading. */
const MOST_REMEMBERED = 32_000_000

/**
 * Looks for words in what was said, in some of the conversations that may hold all of them: `ids` is what
 * the step before has left, by default all there are. Conversations that are not indexed come last, and
 * are indexed on the way; a query without words does just that.
 */
export type SearchStepper = (query: string, ids?: readonly string[]) => Promise<SearchStep>

/**
 * Makes a search of the stored conversations. It remembers what it reads, which may hold pictures of many
 * megabytes: it belongs in a worker.
 */
export function createSearch(): SearchStepper {
  const findCandidates = createCandidates()
  const readTexts = createReader()
  return async (query, ids) => {
    const words = queryWords(query)
    const candidates = ids ?? (await findCandidates(words))
    const excerpts = new Map<string, string>()
    for (const [id, text] of await readTexts(candidates.slice(0, STEP))) {
      const excerpt = excerptOf(text, words)
      if (excerpt !== undefined) excerpts.set(id, excerpt)
    }
    return { excerpts, left: candidates.slice(STEP) }
  }
}

/** Finds the conversations that may hold all of some words, the latest first, then those not indexed. */
function createCandidates(): (words: readonly string[]) => Promise<string[]> {
  const known = new Map<string, SearchIndexRecord>()
  return async (words) => {
    const transaction = (await database()).transaction(['conversations', 'searchIndex'])
    const store = transaction.objectStore('searchIndex')
    const [ids, keys] = await Promise.all([
      transaction.objectStore('conversations').index('by-update').getAllKeys(),
      store.getAllKeys(),
    ])
    const changed = keys.filter(([id, revision]) => {
      const record = known.get(id)
      return record?.filter === undefined || record.revision !== revision
    })
    // All at once is faster than one by one, unless few are wanted.
    const isAll = changed.length > STEP
    const read = isAll ? store.getAll() : Promise.all(changed.map((key) => store.get(key)))
    for (const record of await read)
      if (record !== undefined) known.set(record.conversationId, record)
    const stored = new Set(keys.map(([id]) => id))
    for (const id of known.keys()) if (!stored.has(id)) known.delete(id)

    const hashes = gramHashes(words)
    const latest = ids.toReversed()
    const likely = latest.filter((id) => {
      const filter = known.get(id)?.filter
      return words.length > 0 && filter !== undefined && mayHold(filter, hashes)
    })
    return [...likely, ...latest.filter((id) => known.get(id)?.filter === undefined)]
  }
}

function createReader(): (ids: readonly string[]) => Promise<ReadonlyMap<string, SearchText>> {
  const texts = createMemory()
  // What is deleted must not live on here until the next search.
  subscribeConversations(() => {
    database()
      .then((db) => db.getAllKeys('conversations'))
      .then(
        (ids) => texts.retain(new Set(ids)),
        () => texts.retain(new Set()),
      )
  })
  return async (ids) => {
    const db = await database()
    // Of one transaction: the messages are those of the revision.
    const transaction = db.transaction(['messages', 'searchIndex'])
    const messages = transaction.objectStore('messages').index('by-conversation')
    const read = ids.map(async (id) => {
      const record = await transaction.objectStore('searchIndex').get(revisionsOf(id))
      const known = texts.get(id, record?.revision)
      return { id, record, known, records: known === undefined ? await messages.getAll(id) : [] }
    })
    const made: NewFilter[] = []
    const found = new Map<string, SearchText>()
    for (const { id, record, known, records } of await Promise.all(read)) {
      const text = known ?? (await textOf(records))
      found.set(id, text)
      const revision = record?.revision
      if (known === undefined) texts.set(id, revision, text)
      if (record?.filter === undefined)
        made.push({ conversationId: id, revision, filter: gramFilter(text.folded) })
    }
    // Where there is no room for them, the next search reads again.
    await saveFilters(made).catch(() => undefined)
    return found
  }
}

function createMemory() {
  const texts = new Map<string, SearchText & { revision: string }>()
  let length = 0
  const remove = (id: string) => {
    length -= texts.get(id)?.text.length ?? 0
    texts.delete(id)
  }
  return {
    get: (id: string, revision: string | undefined): SearchText | undefined => {
      const text = texts.get(id)
      return text?.revision === revision ? text : undefined
    },
    set: (id: string, revision: string | undefined, text: SearchText) => {
      remove(id)
      if (revision === undefined) return
      texts.set(id, { ...text, revision })
      length += text.text.length
      for (const oldest of texts.keys()) {
        if (length <= MOST_REMEMBERED) return
        remove(oldest)
      }
    },
    retain: (ids: ReadonlySet<string>) => {
      for (const id of texts.keys()) if (!ids.has(id)) remove(id)
    },
  }
}

async function textOf(records: readonly MessageRecord[]): Promise<SearchText> {
  const whole = await Promise.all(records.map((record) => inline(record, isSaid)))
  const text = whole
    .toSorted((a, b) => a.position - b.position)
    .flatMap((record) =>
      record.kind === 'written'
        ? [messageText(record.message)]
        : record.versions.flatMap(({ answer }) => answer.choices.map(({ content }) => content)),
    )
    .join('\n')
  return { text, folded: foldText(text) }
}

/** Files are not searched. */
function isSaid(name: string): boolean {
  return name === 'text' || name === 'content'
}

/** The revision of messages that were stored before there was an index, until they change. */
const FIRST = 'first'

/** A filter that was made, and the revision of the messages it was made of; none of an older database. */
interface NewFilter {
  conversationId: string
  revision: string | undefined
  filter: Uint8Array
}

/** Stores filters, each unless its conversation has changed or gone meanwhile. */
export async function saveFilters(made: readonly NewFilter[]): Promise<void> {
  if (made.length === 0) return
  const transaction = (await database()).transaction(['conversations', 'searchIndex'], 'readwrite')
  const store = transaction.objectStore('searchIndex')
  const save = async ({ conversationId, revision, filter }: NewFilter) => {
    const [stored, key] = await Promise.all([
      transaction.objectStore('conversations').getKey(conversationId),
      store.getKey(revisionsOf(conversationId)),
    ])
    if (stored === undefined || key?.[1] !== revision) return
    await store.put({ conversationId, revision: revision ?? FIRST, filter })
  }
  await Promise.all([...made.map(save), transaction.done])
}

/**
 * Which runs of one, two and three letters a text has, as a Bloom filter with two bits for each: it
 * never denies a word that is in the text, and seldom grants one that is not. 64 bytes to 16 KiB, however
 * long the text is.
 */

const LARGEST_BYTES = 16 * 1024
const SMALLEST_BYTES = 64
/** The most of a filter that is set, if there is room: then 1 run in 16 is granted wrongly. */
const FULL = 1 / 4
/** From a hash of 32 bits to the second of the two places, 17 bits each. */
const SECOND = 15

/** The filter of a text that was folded. */
export function gramFilter(folded: string): Uint8Array {
  let filter = new Uint8Array(LARGEST_BYTES)
  visitGrams(folded, (hash) => {
    setBit(filter, hash)
    setBit(filter, hash >>> SECOND)
  })
  while (filter.length > SMALLEST_BYTES) {
    const smaller = halved(filter)
    if (shareSet(smaller) > FULL) break
    filter = smaller
  }
  return filter
}

/** The hashes of the runs of letters that a text must have to hold all of some folded words. */
export function gramHashes(words: readonly string[]): number[] {
  const hashes: number[] = []
  for (const word of words) visitGrams(word, (hash) => hashes.push(hash))
  return hashes
}

/** Whether the text of a filter may hold words with these {@link gramHashes}. */
export function mayHold(filter: Uint8Array, hashes: readonly number[]): boolean {
  return hashes.every((hash) => hasBit(filter, hash) && hasBit(filter, hash >>> SECOND))
}

/** Calls back with a hash of each letter, and of the two and the three that end with it. */
function visitGrams(text: string, visit: (hash: number) => void): void {
  let first = 0
  let second = 0
  for (let index = 0; index < text.length; index += 1) {
    const third = text.charCodeAt(index)
    // No word has a blank in it.
    if (third <= 32) {
      first = second = 0
      continue
    }
    visit(hashOf(0, 0, third))
    if (second !== 0) visit(hashOf(0, second, third))
    if (first !== 0) visit(hashOf(first, second, third))
    first = second
    second = third
  }
}

function hashOf(first: number, second: number, third: number): number {
  let hash =
    Math.imul(first, 0x9e37_79b1) ^ Math.imul(second, 0x85eb_ca6b) ^ Math.imul(third, 0xc2b2_ae35)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a_2d39)
  return hash ^ (hash >>> 15)
}

/** A filter has 2^n bits, and a place in it is a hash's last n bits: half a filter is both halves in one. */
function halved(filter: Uint8Array): Uint8Array<ArrayBuffer> {
  const size = filter.length / 2
  const smaller = filter.slice(0, size)
  for (let index = 0; index < size; index += 1)
    smaller[index] = (filter[index] ?? 0) | (filter[index + size] ?? 0)
  return smaller
}

function setBit(filter: Uint8Array, hash: number): void {
  const place = (hash >>> 3) & (filter.length - 1)
  filter[place] = (filter[place] ?? 0) | (1 << (hash & 7))
}

function hasBit(filter: Uint8Array, hash: number): boolean {
  return ((filter[(hash >>> 3) & (filter.length - 1)] ?? 0) & (1 << (hash & 7))) !== 0
}

function shareSet(filter: Uint8Array): number {
  let count = 0
  for (let byte of filter) for (; byte !== 0; byte &= byte - 1) count += 1
  return count / (filter.length * 8)
}
