/** Unpacks PackBits (TIFF 6.0, section 9). What is missing at the end stays 0. */
export function unpackBits(packed: Uint8Array, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (let from = 0; from < packed.length && at < length;) {
    const head = packed[from] ?? 0
    from += 1
    if (head < 128) {
      const part = packed.subarray(from, from + Math.min(head + 1, length - at))
      bytes.set(part, at)
      at += head + 1
      from += head + 1
    } else if (head > 128) {
      bytes.fill(packed[from] ?? 0, at, at + 257 - head)
      at += 257 - head
      from += 1
    }
  }
  return bytes
}

const CLEAR = 256
const END = 257
const MOST_CODES = 4096

/** Unpacks LZW as TIFF writes it (section 13). What is missing or damaged at the end stays 0. */
export function unpackLzw(packed: Uint8Array, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  // An entry of the table is a piece of what was written already: where it begins, and how long it is.
  const starts = new Uint32Array(MOST_CODES)
  const lengths = new Uint32Array(MOST_CODES)
  let [at, bit, width, next] = [0, 0, 9, 258]
  let before: { start: number; length: number } | undefined
  while (at < length && bit + width <= packed.length * 8) {
    const code = codeAt(packed, bit, width)
    bit += width
    if (code === END) break
    if (code === CLEAR) {
      ;[width, next, before] = [9, 258, undefined]
      continue
    }
    const start = at
    if (code < CLEAR) {
      bytes[at] = code
      at += 1
    } else if (code < next || (code === next && before !== undefined)) {
      // The entry that is being made is the one before and its own first byte.
      const isNew = code === next
      const from = isNew ? (before?.start ?? 0) : (starts[code] ?? 0)
      const size = isNew ? (before?.length ?? 0) + 1 : (lengths[code] ?? 0)
      for (let index = 0; index < size && at < length; index += 1) {
        bytes[at] = bytes[from + index] ?? 0
        at += 1
      }
    } else break
    if (before !== undefined && next < MOST_CODES) {
      starts[next] = before.start
      lengths[next] = before.length + 1
      next += 1
    }
    before = { start, length: at - start }
    // The code gets wider one entry before it must.
    if (next + 1 >= 2 ** width && width < 12) width += 1
  }
  return bytes
}

function codeAt(packed: Uint8Array, bit: number, width: number): number {
  const byte = bit >> 3
  const three =
    ((packed[byte] ?? 0) << 16) | ((packed[byte + 1] ?? 0) << 8) | (packed[byte + 2] ?? 0)
  return (three >> (24 - (bit & 7) - width)) & (2 ** width - 1)
}

/** Unpacks zlib data. Whatever follows it, or is missing, is no fault: the rest stays 0. */
export async function inflate(packed: Uint8Array, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length)
  const stream = new Blob([new Uint8Array(packed)])
    .stream()
    .pipeThrough(new DecompressionStream('deflate'))
  const reader = stream.getReader()
  let at = 0
  try {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- the parts come one after the other
      const { done, value } = await reader.read()
      if (done || at >= length) break
      bytes.set(value.subarray(0, length - at), at)
      at += value.length
    }
  } catch (error) {
    if (at === 0) throw error
  } finally {
    void reader.cancel().catch(() => undefined)
  }
  return bytes
}
