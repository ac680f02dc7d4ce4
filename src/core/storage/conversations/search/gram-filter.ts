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
