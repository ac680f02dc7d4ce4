import type { Message } from '../../../../contract/chat/messages.ts'
import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import { encodeBase64 } from '../../../../contract/encoding/bytes.ts'
import { longSha256 } from '../../../../contract/encoding/sha256.ts'
import type { Model } from '../../../../contract/models/model.ts'
import { priceOf } from '../../../../contract/models/price.ts'
import { type Inputs, messageTokens, partName, partTokens, toolTokens } from '../inputs/inputs.ts'
import { type AddedMessage, addedMessageTokens } from './added-messages.ts'
import { TOKENS_PER_MESSAGE } from './tokens.ts'

/** A beginning of a prompt: what it is, and how many tokens it has. */
export interface PromptPrefix {
  digest: string
  tokens: number
}

/** What one request gets from the cache and leaves in it, tokens. */
export interface CacheUse {
  read: number
  written: number
}

/** Remembers beginnings of prompts, per owner, for a while. Only digests are kept. */
export interface PromptCache {
  /** What a request with these prefixes, shortest first, would read and write. Changes nothing. */
  lookup(owner: string, prefixes: readonly PromptPrefix[]): CacheUse
  /** Stores the prefixes for `ttlMs` from now; an entry never loses time it already has. */
  store(owner: string, prefixes: readonly PromptPrefix[], ttlMs: number): void
}

/** How long a prefix is kept by default, and with `prompt_cache_retention` `extended` or `24h`, ms. */
export const DEFAULT_RETENTION_MS = 5 * 60_000
export const EXTENDED_RETENTION_MS = 24 * 3_600_000

const MAX_ENTRIES = 20_000

/** An empty cache in this process. The entries used longest ago go first when it is full. */
export function createPromptCache(
  now: () => number = Date.now,
  mostEntries: number = MAX_ENTRIES,
): PromptCache {
  const expiries = new Map<string, number>()
  const entryName = (owner: string, { digest }: PromptPrefix) => `${owner} ${digest}`
  return {
    lookup: (owner, prefixes) => {
      const read =
        prefixes.findLast((prefix) => (expiries.get(entryName(owner, prefix)) ?? 0) > now())
          ?.tokens ?? 0
      return { read, written: Math.max(0, (prefixes.at(-1)?.tokens ?? 0) - read) }
    },
    store: (owner, prefixes, ttlMs) => {
      for (const prefix of prefixes) {
        const name = entryName(owner, prefix)
        const expiry = Math.max(now() + ttlMs, expiries.get(name) ?? 0)
        expiries.delete(name)
        expiries.set(name, expiry)
      }
      for (const name of expiries.keys()) {
        if (expiries.size <= mostEntries) break
        expiries.delete(name)
      }
    },
  }
}

/** Prompts from this length on are cached without being asked to, tokens. */
const AUTOMATIC_FROM_TOKENS = 1024

/**
 * The beginnings of a prompt that are worth keeping, shortest first: up to each part with
 * `cache_control`, and up to the end of each message when the prompt is long or has a
 * `prompt_cache_key`. None for a model without a price for cached tokens.
 */
export async function promptPrefixes(
  request: ChatRequest,
  model: Model,
  added: readonly AddedMessage[],
  inputs: Inputs,
  promptTokens: number,
): Promise<PromptPrefix[]> {
  if (priceOf(model)?.cacheRead === undefined) return []
  const automatic = request.prompt_cache_key !== undefined || promptTokens >= AUTOMATIC_FROM_TOKENS
  if (!automatic && !request.messages.some(hasMark)) return []
  const prefixes: PromptPrefix[] = []
  const stable = added.filter(({ origin }) => origin !== 'search' && origin !== 'scraping')
  let tokens =
    toolTokens(request) + stable.reduce((sum, message) => sum + addedMessageTokens(message), 0)
  // The digest of a beginning is that of the one before it and of what was added since.
  let digest = ''
  let unhashed = ''
  const feed = (value: unknown) => (unhashed += `${JSON.stringify(value)}\n`)
  feed([model.id, request.prompt_cache_key, request.tools, stable])
  const mark = async () => {
    digest = encodeBase64(await longSha256(digest + unhashed))
    unhashed = ''
    prefixes.push({ digest, tokens })
  }
  for (const [index, message] of request.messages.entries()) {
    const { content, ...rest } = message
    const before = tokens
    feed(rest)
    if (Array.isArray(content)) {
      tokens += TOKENS_PER_MESSAGE
      for (const [at, part] of content.entries()) {
        const { cache_control, ...unmarked } = part
        feed(unmarked)
        tokens += partTokens(part, inputs.parts.get(partName(index, at)))
        if (cache_control !== undefined) await mark()
      }
    } else feed(content)
    tokens = before + messageTokens(message, index, inputs)
    if (automatic) await mark()
  }
  return prefixes
}

function hasMark({ content }: Message): boolean {
  return Array.isArray(content) && content.some((part) => part.cache_control !== undefined)
}
