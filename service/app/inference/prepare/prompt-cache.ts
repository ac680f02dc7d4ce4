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
