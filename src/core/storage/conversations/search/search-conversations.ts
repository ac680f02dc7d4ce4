import { messageText } from '../../../../../contract/chat/messages.ts'
import { database } from '../../db/database.ts'
import { inline } from '../blob-strings.ts'
import type { MessageRecord } from '../conversation.ts'
import { subscribeConversations } from '../conversations.ts'
import { excerptOf, queryWords, type SearchText } from './excerpt.ts'
import { foldText } from './fold-text.ts'
import { gramFilter, gramHashes, mayHold } from './gram-filter.ts'
import { saveFilters, type NewFilter } from './save-filters.ts'
import { revisionsOf, type SearchIndexRecord } from './search-index.ts'

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
    const db = await database()
    const transaction = db.transaction(['conversations', 'searchIndex'])
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

/** Reads what was said in conversations, and indexes those that are not. */
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

/** The texts that were read last, each of one revision. */
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
