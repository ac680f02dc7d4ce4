import { tokenize } from './tokens.ts'

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
