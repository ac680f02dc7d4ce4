/*
 * The one token rule of this service, used for usage, limits and prices alike: a token is up to
 * four letters or digits together with one space before them, up to four blanks in a row, or one
 * other character. It is not a real tokenizer; it is close to one on English text, needs no table,
 * and anyone can check it by hand.
 */

const MAX_PIECE = 4

/** No token is longer: a space, four letters, and the second half of the last one. */
export const MAX_CHARACTERS_PER_TOKEN = MAX_PIECE + 2

/** What an image, audio, video or file part counts as, whatever its size. */
export const TOKENS_PER_MEDIA_PART = 256

/** Every message costs this much more than its text, for its role and its ends. */
export const TOKENS_PER_MESSAGE = 3

/** The tokens of a text, in order; joined they are the text again. */
export function tokenize(text: string): string[] {
  const tokens: string[] = []
  for (let start = 0; start < text.length;) {
    const end = tokenEnd(text, start)
    tokens.push(text.slice(start, end))
    start = end
  }
  return tokens
}

/** How many tokens a text has. */
export function countTokens(text: string): number {
  let count = 0
  for (let start = 0; start < text.length; count += 1) start = tokenEnd(text, start)
  return count
}

/** The first `limit` tokens of a text, as text. */
export function firstTokens(text: string, limit: number): string {
  let end = 0
  for (let count = 0; count < limit && end < text.length; count += 1) end = tokenEnd(text, end)
  return text.slice(0, end)
}

function tokenEnd(text: string, start: number): number {
  const first = text.charCodeAt(start)
  if (isWord(first)) return wordEnd(text, start)
  if (!isBlank(first)) return start + 1
  const spaceBeforeWord = first === 0x20 && isWord(text.charCodeAt(start + 1))
  if (spaceBeforeWord) return wordEnd(text, start + 1)
  let end = start + 1
  while (end < start + MAX_PIECE && isBlank(text.charCodeAt(end))) end += 1
  // The last blank of a run belongs to the word after it.
  const joinsWord =
    end - start > 1 && text.charCodeAt(end - 1) === 0x20 && isWord(text.charCodeAt(end))
  return joinsWord ? end - 1 : end
}

function wordEnd(text: string, start: number): number {
  let end = start
  while (end < start + MAX_PIECE && isWord(text.charCodeAt(end))) end += 1
  // Never between the halves of a surrogate pair.
  const last = text.charCodeAt(end - 1)
  const splitsPair = last >= 0xd800 && last <= 0xdbff && isLowSurrogate(text.charCodeAt(end))
  return splitsPair ? end + 1 : end
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}

function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d)
}

function isWord(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code > 0x7f
  )
}

/** Bytes of a token that its id is made of: as many as a JSON number carries exactly. */
const ID_BYTES = 6

const encoder = new TextEncoder()

/**
 * The id of a token of this service's own tokenizer: its UTF-8 bytes, as `logprobs` reports them,
 * read as one big-endian number. "." is 46, "\n\n" is 2570. A token longer than six bytes has the
 * id of its first six.
 */
export function tokenId(token: string): number {
  return encoder
    .encode(token)
    .subarray(0, ID_BYTES)
    .reduce((id, byte) => id * 256 + byte, 0)
}

/** The text before the first token with one of the ids (`stop_token_ids`). */
export function untilTokenId(text: string, ids: ReadonlySet<number>): string {
  if (ids.size === 0) return text
  let end = 0
  for (const token of tokenize(text)) {
    if (ids.has(tokenId(token))) break
    end += token.length
  }
  return text.slice(0, end)
}

/** The text of token ids of this service's own tokenizer; bytes that are no UTF-8 become U+FFFD. */
export function textOfTokens(ids: readonly number[]): string {
  const bytes = ids.flatMap((id) => {
    const own: number[] = []
    for (let rest = id; rest > 0 || own.length === 0; rest = Math.floor(rest / 256))
      own.unshift(rest % 256)
    return own
  })
  return new TextDecoder().decode(Uint8Array.from(bytes))
}
