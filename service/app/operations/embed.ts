/** How many numbers an embedding has when not said otherwise. */
export const MAX_DIMENSIONS = 1024

/** Pieces of words that are counted, letters. A word is counted with a blank before and after it. */
const PIECES = [3, 4]

/** How much more a whole word says than one of its pieces. */
const WORD_WEIGHT = 3

/**
 * The embedding of a text: counts of its words and of the pieces of its words, hashed into so many
 * numbers, of length 1. Texts that share words or parts of words are near each other, whatever they
 * mean. The same text gives the same numbers.
 */
export function embed(text: string, dimensions: number): Float32Array {
  const counts = new Map<number, number>()
  const count = (feature: string, weight: number) => {
    const hash = hashOf(feature)
    counts.set(hash, (counts.get(hash) ?? 0) + weight)
  }
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  for (const word of words) {
    count(`=${word}`, WORD_WEIGHT)
    const padded = ` ${word} `
    for (const size of PIECES)
      for (let at = 0; at + size <= padded.length; at += 1) count(padded.slice(at, at + size), 1)
  }
  if (words.length === 0) count(`!${text}`, 1)
  const sums = new Float64Array(dimensions)
  for (const [hash, seen] of counts) {
    const place = (hash >>> 1) % dimensions
    // Said often counts more, but not in proportion.
    sums[place] = (sums[place] ?? 0) + (hash & 1 ? 1 : -1) * Math.sqrt(seen)
  }
  // Two features may cancel each other out.
  if (sums.every((sum) => sum === 0)) sums[hashOf(text) % dimensions] = 1
  const length = Math.hypot(...sums)
  return Float32Array.from(sums, (sum) => sum / length)
}

/** FNV-1a of the UTF-16 units, with a last mix so that every bit depends on all of them. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
