import { describe, expect, it } from 'vitest'

import { createPromptCache } from './prompt-cache.ts'

const short = { digest: 'a', tokens: 10 }
const long = { digest: 'b', tokens: 25 }

describe('the prompt cache', () => {
  it('reads the longest prefix it has, and writes the rest', () => {
    const cache = createPromptCache()
    expect(cache.lookup('me', [short])).toEqual({ read: 0, written: 10 })
    cache.store('me', [short], 1000)
    expect(cache.lookup('me', [short, long])).toEqual({ read: 10, written: 15 })
    expect(cache.lookup('somebody else', [short])).toEqual({ read: 0, written: 10 })
    expect(cache.lookup('me', [])).toEqual({ read: 0, written: 0 })
  })

  it('forgets after the time to live, which each use renews and never shortens', () => {
    let now = 0
    const cache = createPromptCache(() => now)
    cache.store('me', [short], 1000)
    now = 900
    cache.store('me', [short], 1000)
    now = 1800
    expect(cache.lookup('me', [short]).read).toBe(10)
    cache.store('me', [short], 10)
    expect(cache.lookup('me', [short]).read).toBe(10)
    now = 1900
    expect(cache.lookup('me', [short]).read).toBe(0)
  })

  it('stays within its size by forgetting what was used longest ago', () => {
    const cache = createPromptCache(() => 0, 2)
    for (const digest of ['1', '2', '1', '3']) cache.store('me', [{ digest, tokens: 1 }], 1000)
    const has = (digest: string) => cache.lookup('me', [{ digest, tokens: 1 }]).read === 1
    expect(['1', '2', '3'].map(has)).toEqual([true, false, true])
  })
})
