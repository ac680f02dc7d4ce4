/** A source of numbers in [0, 1) that is the same for the same seed text. */
export type Random = () => number

/** Makes a repeatable source: an FNV-1a hash of the text starts a mulberry32 sequence. */
export function randomFrom(seed: string): Random {
  let state = 0x811c9dc5
  for (let at = 0; at < seed.length; at += 1)
    state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One item of a list that is not empty. */
export function pick<T>(random: Random, items: readonly [T, ...T[]]): T {
  return items[Math.floor(random() * items.length)] ?? items[0]
}
