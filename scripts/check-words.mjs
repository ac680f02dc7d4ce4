// @ts-check
/** `node scripts/check-words.mjs [paths...]`: whether what people read keeps to docs/words.md. */
import { readFileSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { root } from './checkout.mjs'
import { VALUE, readVisibleStrings } from './visible-strings.mjs'

/**
 * @typedef {import('./visible-strings.mjs').VisibleString} VisibleString
 * @typedef {{ pattern: string, matches: RegExp, say: string, fine: RegExp[], places: string[] }} Ban
 * @typedef {{ bans: Ban[], foreign: string[], long: string[] }} Glossary
 *   foreign: texts, and places, that nothing is asked of; long: places of texts that may be long
 * @typedef {VisibleString & { file: string }} Placed
 */

/** The most characters that fit where such a string stands. @type {Record<string, number>} */
const MAX_LENGTH = { label: 32, heading: 48, sentence: 90 }

/** Only people who write code see what is below these. */
const unread = /\.test\.tsx?$|\.d\.ts$|\/testing\/|^service\/(?:soak|testing)\//

/** @param {string} markdown docs/words.md @returns {Glossary} */
export function readGlossary(markdown) {
  const sections = markdown.split(/^## /m)
  /** @param {string} title @returns {string[][]} the cells of its table */
  const rowsOf = (title) =>
    (sections.find((section) => section.startsWith(title)) ?? '')
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.split('|').slice(1, -1))
  const bans = rowsOf("Say, don't say").flatMap(([, say = '', not, allowed]) => {
    const fine = quoted(allowed)
    return quoted(not).map((pattern) => ({
      pattern,
      matches: expressionOf(pattern),
      say: say.trim(),
      fine: fine.filter((phrase) => !isPlace(phrase)).map(expressionOf),
      places: fine.filter(isPlace),
    }))
  })
  /** @param {string} title */
  const firstCells = (title) => rowsOf(title).flatMap(([cell]) => quoted(cell))
  return { bans, foreign: firstCells('Not our words'), long: firstCells('Long texts') }
}

/** @param {string} text such as "/wallet/" */
const isPlace = (text) => text.startsWith('/')

/** @param {string | undefined} cell @returns {string[]} what stands in it between backticks */
function quoted(cell) {
  return [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)
}

/** @param {string} pattern of docs/words.md @returns {RegExp} */
function expressionOf(pattern) {
  const whole = /^"(.+)"$/.exec(pattern)?.[1]
  const escaped = (whole ?? pattern.replace(/\*$/, '')).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  if (whole !== undefined) return new RegExp(`^${escaped}$`, 'giu')
  const start = /^[\p{L}\d]/u.test(pattern) ? '(?<![\\p{L}\\d_-])' : ''
  const end = /[\p{L}\d]$/u.test(pattern) ? '(?![\\p{L}\\d_-])' : ''
  // "ID" is not "id": what is wrong about its case alone keeps it.
  const flags = /\bids?$/.test(pattern) ? 'gu' : 'giu'
  return new RegExp(`${start}${escaped}${end}`, flags)
}

/**
 * What is wrong with one string.
 * @param {Placed} string @param {Glossary} glossary @returns {string[]}
 */
export function validateString({ file, text, kind }, { bans, foreign, long }) {
  /** @param {string[]} places */
  const isIn = (places) => places.some((place) => file.includes(place))
  if (foreign.includes(text) || isIn(foreign)) return []
  /** @type {string[]} */
  const offences = []
  for (const { pattern, matches, say, fine, places } of bans) {
    if (isIn(places)) continue
    const rest = fine.reduce((words, phrase) => words.replace(phrase, VALUE), text)
    if (rest.search(matches) >= 0) offences.push(`“${pattern}”, say: ${say}`)
  }
  const most = MAX_LENGTH[kind]
  const length = text.replaceAll(VALUE, '…').length
  if (most !== undefined && length > most && !isIn(long))
    offences.push(`a ${kind} of ${length} characters, at most ${most}`)
  return offences
}

/**
 * Fields of the API with two labels, and labels that differ in nothing but how they are spelled.
 * @param {Placed[]} strings @returns {string[]}
 */
export function findTwoNames(strings) {
  /** @type {Map<string, Map<string, Placed>>} thing → its names */
  const names = new Map()
  for (const string of strings) {
    const isName = string.kind === 'label' || string.kind === 'heading'
    // "image" in a sentence and the button "Image" are no two names.
    if (!isName || (!string.wireName && !/^\p{Lu}/u.test(string.text))) continue
    const thing =
      string.wireName ??
      string.text
        .toLowerCase()
        .replace(/\b(?:an?|the) /g, '')
        .replace(/[\s.…!:’'-]/g, '')
    const known = names.get(thing) ?? new Map()
    names.set(thing, known)
    if (!known.has(string.text)) known.set(string.text, string)
  }
  return [...names.values()].flatMap((known) => {
    const [first, ...others] = known.values()
    return others.map(
      (other) =>
        `${other.file}:${other.line} ${other.kind} “${other.text}”: two names for one thing, ${first?.file}:${first?.line} has “${first?.text}”`,
    )
  })
}

/** @param {string[]} paths of files and folders, from the root @returns {string[]} `file:line …`, one per offence */
export function checkWords(paths) {
  const glossary = readGlossary(readFileSync(path.join(root, 'docs/words.md'), 'utf8'))
  const files = paths.flatMap(sourcesIn)
  const strings = files.flatMap((file) =>
    readVisibleStrings(file, readFileSync(path.join(root, file), 'utf8')).map((string) => ({
      ...string,
      file,
    })),
  )
  const offences = strings.flatMap((string) =>
    validateString(string, glossary).map(
      (why) => `${string.file}:${string.line} ${string.kind} “${string.text}”: ${why}`,
    ),
  )
  return [...offences, ...findTwoNames(strings)]
}

/** @param {string} place @returns {string[]} the source files there whose strings people read */
function sourcesIn(place) {
  const absolute = path.resolve(root, place)
  const files = statSync(absolute).isDirectory()
    ? readdirSync(absolute, { recursive: true, encoding: 'utf8' }).map((name) =>
        path.join(absolute, name),
      )
    : [absolute]
  return files
    .map((file) => path.relative(root, file).split(path.sep).join('/'))
    .filter((file) => /\.tsx?$/.test(file) && !unread.test(file))
    .sort()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const places = process.argv.slice(2)
  const offences = checkWords(places.length > 0 ? places : ['src', 'contract', 'service'])
  for (const offence of offences) console.log(offence)
  console.log(`${offences.length} strings to reword, see docs/words.md`)
  if (offences.length > 0) process.exitCode = 1
}
