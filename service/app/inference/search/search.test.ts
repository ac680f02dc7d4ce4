import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { effectiveVendorParameters } from '../../../../contract/chat/request/vendor-parameters.ts'
import type { Model } from '../../../../contract/models/model.ts'
import { CORPUS, decideSearch, searchCorpus } from './search.ts'

describe('the corpus', () => {
  it('has distinct titles and addresses, and texts short enough for a citation', () => {
    expect(CORPUS.length).toBeGreaterThanOrEqual(30)
    expect(new Set(CORPUS.map(({ url }) => url)).size).toBe(CORPUS.length)
    expect(new Set(CORPUS.map(({ title }) => title)).size).toBe(CORPUS.length)
    for (const { url, content, date } of CORPUS) {
      expect(url).toMatch(/^https:\/\//)
      expect(content.length).toBeLessThan(400)
      expect(date).toMatch(/^\d{4}-\d\d-\d\d$/)
    }
  })
})

describe('search', () => {
  it.each([
    ['How do server-sent events work?', 'Server-sent events: the event stream format'],
    ['What is x402?', 'x402: payments over HTTP status 402'],
    ['HTTP/3 and QUIC', 'HTTP/3: HTTP over QUIC'],
    ['prompt caching', 'Prompt caching'],
    ['Sign-In with Ethereum', 'EIP-4361: Sign-In with Ethereum'],
    ['rate limit 429', 'Rate limits and retries'],
  ])('%j finds %j first', (query, title) => {
    expect(searchCorpus(query, 5)[0]?.title).toBe(title)
  })

  it('finds nothing for words that no article has', () => {
    expect(searchCorpus('xylophone zebras', 5)).toEqual([])
    expect(searchCorpus('', 5)).toEqual([])
  })

  it('finds every article by its own title', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CORPUS), ({ title, url }) => {
        expect(searchCorpus(title, 1)[0]?.url).toBe(url)
      }),
    )
  })
})

describe('the decision to search', () => {
  const model: Model = {
    id: 'm',
    model_spec: { capabilities: { supportsWebSearch: true, supportsXSearch: true } },
  }
  const plain: Model = { id: 'p', model_spec: { capabilities: { supportsWebSearch: false } } }
  it.each<[string, Parameters<typeof effectiveVendorParameters>[0], boolean, Model, string]>([
    ['What?', {}, false, model, 'none'],
    ['hello', { enable_web_search: 'on' }, false, model, 'web'],
    ['hello', { enable_web_search: 'on' }, false, plain, 'none'],
    ['hello', { enable_web_search: 'auto' }, false, model, 'none'],
    ['What?', { enable_web_search: 'auto' }, false, model, 'web'],
    ['search for JSON', { enable_web_search: 'auto' }, false, model, 'web'],
    ['hello', { enable_web_search: 'on' }, true, model, 'x'],
    ['hello', {}, true, model, 'x'],
    ['hello', { enable_web_search: 'on' }, true, plain, 'none'],
    ['hello', { enable_web_search: 'on', enable_web_scraping: true }, false, model, 'web'],
    [
      'see https://example.com',
      { enable_web_search: 'on', enable_web_scraping: true },
      false,
      model,
      'none',
    ],
  ])('%j with %j, X search %s', (text, vendor, x, of, kind) => {
    expect(decideSearch(text, effectiveVendorParameters(vendor), x, of).kind).toBe(kind)
  })
})
