/*
 * Sizes that the contract or the service fixes, beside those in the field-rule tables. Each names
 * its unit.
 */

/** Shortest side of an image in a chat message, px. */
export const MIN_CHAT_IMAGE_SIDE_PX = 64

/** Most pixels of an image in a chat message. Not in the contract: as for an image to edit. */
export const MAX_CHAT_IMAGE_PIXELS = 33_177_600

/** Fewest pixels of an image to edit. */
export const MIN_EDIT_IMAGE_PIXELS = 65_536

/** Most pixels of an image to edit. */
export const MAX_EDIT_IMAGE_PIXELS = 33_177_600

/** An image or other file must be smaller than this, bytes. */
export const FILE_SIZE_LIMIT_BYTES = 25_000_000

/** Largest JSON body, bytes. Not in the contract: the service answers 413 above it. */
export const MAX_JSON_BODY_BYTES = 35_000_000

/*
 * What a JSON body may hold, counted in its bytes before anything is parsed: with fewer bytes than
 * the limit above, very many small things would still take seconds and gigabytes. Not in the
 * contract; the service answers 400 above them.
 */

/** Objects and lists inside one another at most. */
export const MAX_JSON_DEPTH = 200

/** Objects and lists in one body at most. */
export const MAX_JSON_STRUCTURES = 25_000

/** Members of all objects of one body together at most. */
export const MAX_JSON_KEYS = 30_000

/** Values in one body at most, those inside others counted too. */
export const MAX_JSON_VALUES = 50_000

/** Bytes of text in one string at most, more than any model reads; what goes on after them must be base64. */
export const MAX_JSON_TEXT_BYTES = 8_000_000

/** Bytes outside of strings at most: numbers, white space and punctuation. */
export const MAX_JSON_BARE_BYTES = 8_000_000

/** Messages of one conversation at most. Not in the contract: the service answers 400 above it. */
export const MAX_MESSAGES = 5000

/** Content parts of a type in one message at most. Not in the contract. */
export const MAX_PARTS_PER_MESSAGE = {
  image_url: 10,
  input_audio: 5,
  video_url: 3,
  file: 5,
} as const

/** Videos in one request at most. Not in the contract. */
export const MAX_VIDEOS_PER_REQUEST = 3

/** Smallest wallet top-up, micro-USD. */
export const MIN_TOP_UP_MICRO_USD = 5_000_000

/** Largest wallet top-up, micro-USD. Not in the contract. */
export const MAX_TOP_UP_MICRO_USD = 10_000_000_000

/** Top-up that the service suggests, micro-USD. Not in the contract. */
export const SUGGESTED_TOP_UP_MICRO_USD = 10_000_000

/** Credit that a wallet needs before a request is run, micro-USD. Not in the contract. */
export const MIN_WALLET_CREDIT_MICRO_USD = 100_000

/** Requests that one wallet may have open at once. Not in the contract. */
export const MAX_CONCURRENT_WALLET_REQUESTS = 5

/*
 * Abuse protection (contract "Abuse protection"): more than this many failed requests in the window
 * block every further request for the block time.
 */

/** Failures that are still allowed inside the window. */
export const FAILURE_BUDGET = 20

/**
 * What the real service allows instead, for each key, model and `user`: failures, and refusals of what the
 * model lacks, which it counts apart. It reports what is left in headers.
 */
export const PROVIDER_FAILURE_BUDGET = 50
export const PROVIDER_UNSUPPORTED_BUDGET = 200

/** Length of the window in which failures are counted, ms. */
export const FAILURE_WINDOW_MS = 30_000

/** How long requests are refused after the budget is used up, ms. */
export const FAILURE_BLOCK_MS = 30_000

/** What the service says while it refuses. */
export const ABUSE_MESSAGE = 'Too many failed attempts occurred. Please wait 30s.'

/** True when a message says that requests are blocked after too many failures, whatever the status. */
export function isAbuseMessage(message: string): boolean {
  return /too many failed/i.test(message) && /\b30\s?s/i.test(message)
}
