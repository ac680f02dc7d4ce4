import type { TextStorage } from '../storage/db/browser-storage.ts'

interface PaletteGroup<Item> {
  heading: string
  items: readonly Item[]
}

/** The heading of each kind, in the plural. */
export const HEADINGS: Readonly<Record<PaletteItem['kind'], string>> = {
  command: 'Commands',
  setting: 'Settings',
  model: 'Models',
  conversation: 'Conversations',
  preset: 'Presets',
  example: 'Examples',
  inspector: 'Inspector',
}

/** The heading of what was used last, of whatever kind. */
export const RECENT = 'Recent'

/** Items of one kind that a query lists: whoever wants another types one more letter. */
const MOST_OF_A_KIND = 6

/**
 * The items that match every word of a query, best first, in groups by kind; the group of the best
 * one stands first. Without a query nothing is ranked: see {@link initialGroups}.
 */
export function rankItems<Item extends PaletteItem>(
  items: readonly Item[],
  query: string,
): PaletteGroup<Item>[] {
  const scored = items.map((item) => ({ item, score: scoreOf(item, query) }))
  // Letters in their order stand in many labels: they count where no word does.
  const least = scored.some(({ score }) => score > BY_LETTERS) ? BY_LETTERS : 0
  const ranked = scored
    .filter(({ score }) => score > least)
    .toSorted((a, b) => b.score - a.score)
    .map(({ item }) => item)
  return grouped(ranked).map(({ heading, items: ofKind }) => ({
    heading,
    items: ofKind.slice(0, MOST_OF_A_KIND),
  }))
}

/** What the palette shows before anything is typed: what was used last, then what can be done. */
export function initialGroups<Item extends PaletteItem>(
  items: readonly Item[],
  recentIds: readonly string[],
): PaletteGroup<Item>[] {
  const recent = recentIds.flatMap((id) => items.find((item) => item.id === id) ?? [])
  // The models, settings and conversations of a browser are many: they are there to be found.
  const few = items.filter(
    (item) =>
      !['setting', 'model', 'conversation'].includes(item.kind) && !recentIds.includes(item.id),
  )
  return [...(recent.length === 0 ? [] : [{ heading: RECENT, items: recent }]), ...grouped(few)]
}

function grouped<Item extends PaletteItem>(items: readonly Item[]): PaletteGroup<Item>[] {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const heading = HEADINGS[item.kind]
    groups.set(heading, [...(groups.get(heading) ?? []), item])
  }
  return [...groups].map(([heading, ofKind]) => ({ heading, items: ofKind }))
}

/** How well an item matches a query; 0 when a word of it is nowhere. */
function scoreOf({ label, keywords = '' }: PaletteItem, query: string): number {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return 0
  const name = label.toLowerCase()
  if (name === wanted) return EXACT
  const scores = wanted.split(/\s+/).map((word) => scoreOfWord(word, name, keywords.toLowerCase()))
  if (scores.includes(0)) return 0
  const sum = scores.reduce((total, score) => total + score, 0)
  return sum / scores.length + (name.startsWith(wanted) ? BEGINS : 0)
}

const EXACT = 200
const BY_LETTERS = 5
/** Added where the label begins with the query as a whole. */
const BEGINS = 50

function scoreOfWord(word: string, label: string, keywords: string): number {
  if (label.startsWith(word)) return 60
  if (wordsOf(label).some((one) => one.startsWith(word))) return 50
  if (wordsOf(keywords).some((one) => one.startsWith(word))) return 30
  if (label.includes(word)) return 20
  if (keywords.includes(word)) return 10
  return hasLetters(label, word) ? BY_LETTERS : 0
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}.]+/u)
}

/** Whether the letters stand in a text in this order, the first at the start of a word: "cmp" in "compare". */
function hasLetters(text: string, letters: string): boolean {
  if (letters.length < 3) return false
  return wordsOf(text).some((word, index, words) => {
    if (word === '' || !word.startsWith(letters.charAt(0))) return false
    let at = 0
    for (const character of words.slice(index).join(''))
      if (character === letters.charAt(at)) at += 1
    return at === letters.length
  })
}

/** What an item of the palette is; items of one kind stand together. */
type PaletteKind =
  | 'command'
  | 'setting'
  | 'model'
  | 'conversation'
  | 'preset'
  | 'example'
  | 'inspector'

/** One line of the palette. */
export interface PaletteItem {
  /** Stays the same from one visit to the next: "model:sandbox-fast". */
  id: string
  kind: PaletteKind
  label: string
  /** A few words beside the label: a price, the place where a text was found. */
  detail?: string
  /** More words it is found by. */
  keywords?: string
  /** The shortcut that does the same, such as "mod+i". */
  keys?: string
}

const STORAGE_KEY = 'playground.palette'

/** Items remembered as recent, the last one first. */
const MOST = 5

/** The ids of the palette's items that were used last; they say nothing of what was typed. */
export function loadRecentItems(storage: TextStorage): string[] {
  const found = storage.loadJson(STORAGE_KEY)
  if (!Array.isArray(found)) return []
  return found.filter((id): id is string => typeof id === 'string').slice(0, MOST)
}

/** Remembers that an item was used. */
export function saveRecentItem(storage: TextStorage, id: string): void {
  const others = loadRecentItems(storage).filter((other) => other !== id)
  storage.save(STORAGE_KEY, JSON.stringify([id, ...others].slice(0, MOST)))
}
