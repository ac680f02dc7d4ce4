/** What a prompt says that can be drawn: one kind of thing, in one color, so many times. */
interface Thing {
  shape: Shape
  /** Absent takes a color of its own. */
  color: string | undefined
  count: number
}

/** A picture in words, before it has a size. */
export interface Scene {
  sky: readonly [top: string, bottom: string]
  things: readonly Thing[]
}

/** Everything that can be drawn. */
export type Shape =
  | 'sun'
  | 'moon'
  | 'star'
  | 'cloud'
  | 'mountain'
  | 'sea'
  | 'tree'
  | 'house'
  | 'flower'
  | 'circle'
  | 'square'
  | 'triangle'

const SHAPES: Readonly<Record<string, Shape>> = {
  sun: 'sun',
  moon: 'moon',
  star: 'star',
  cloud: 'cloud',
  mountain: 'mountain',
  hill: 'mountain',
  sea: 'sea',
  ocean: 'sea',
  lake: 'sea',
  water: 'sea',
  tree: 'tree',
  forest: 'tree',
  house: 'house',
  city: 'house',
  building: 'house',
  flower: 'flower',
  circle: 'circle',
  ball: 'circle',
  balloon: 'circle',
  square: 'square',
  box: 'square',
  triangle: 'triangle',
  pyramid: 'triangle',
}

const COLORS: Readonly<Record<string, string>> = {
  red: '#d64545',
  orange: '#ee8a34',
  yellow: '#f4cf4c',
  gold: '#d9a441',
  green: '#4f9d5d',
  blue: '#3d78c9',
  purple: '#7d58b5',
  violet: '#7d58b5',
  pink: '#e78bb0',
  brown: '#7a5238',
  black: '#1c1c22',
  white: '#f6f6f2',
  grey: '#8d9099',
  gray: '#8d9099',
  silver: '#b9bec7',
  teal: '#2f8f92',
}

const COUNTS: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  many: 9,
  several: 5,
  forest: 9,
  city: 7,
}

const SKIES: readonly [words: readonly string[], sky: Scene['sky']][] = [
  [
    ['night', 'dark', 'midnight', 'space'],
    ['#0b1026', '#27305c'],
  ],
  [
    ['sunset', 'sunrise', 'dawn', 'dusk'],
    ['#5b3f8c', '#f6a55b'],
  ],
  [
    ['storm', 'rain', 'fog', 'winter'],
    ['#6f7885', '#c3cad2'],
  ],
]
const DAY: Scene['sky'] = ['#8ec5ee', '#eaf4fb']

const MAX_OF_ONE = 24

/** How many of a thing are drawn when only "trees" is said. */
const PLURAL = 4

/**
 * What can be drawn of a prompt. A color or a number belongs to the next thing that is named;
 * things that the negative prompt names are left out. Everything else is not understood.
 */
export function sceneOf(prompt: string, negativePrompt = ''): Scene {
  const words = wordsOf(prompt)
  const unwanted = new Set(wordsOf(negativePrompt).map((word) => shapeOf(word)?.shape))
  const things: Thing[] = []
  let color: string | undefined
  let count: number | undefined
  for (const word of words) {
    const number = /^\d{1,3}$/.test(word) ? Number(word) : own(COUNTS, word)
    color = own(COLORS, word) ?? color
    count = number ?? count
    const named = shapeOf(word)
    if (named === undefined) continue
    const several = Math.min(MAX_OF_ONE, Math.max(1, count ?? (named.isPlural ? PLURAL : 1)))
    if (!unwanted.has(named.shape)) things.push({ shape: named.shape, color, count: several })
    color = undefined
    count = undefined
  }
  const [, sky] = SKIES.find(([names]) => names.some((name) => words.includes(name))) ?? [[], DAY]
  return { sky, things: things.slice(0, MAX_OF_ONE) }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z]+|\d+/g) ?? []
}

function shapeOf(word: string): { shape: Shape; isPlural: boolean } | undefined {
  const single = own(SHAPES, word)
  if (single !== undefined) return { shape: single, isPlural: false }
  const plural = own(SHAPES, word.replace(/e?s$/, '')) ?? own(SHAPES, word.replace(/s$/, ''))
  return plural === undefined ? undefined : { shape: plural, isPlural: true }
}

function own<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
