import { describe, expect, it } from 'vitest'

import { readApiDescription } from '../client/queries/openapi.ts'
import type { CallDraft } from './explore.ts'
import { readDraft } from './read-draft.ts'
import { exampleDocument } from './testing/example-document.ts'

const operations = readApiDescription(exampleDocument)?.operations ?? []
const named = (key: string) => operations.find((operation) => operation.key === key)
const draft = (change: Partial<CallDraft>): CallDraft => ({
  method: 'POST',
  path: '/image/edit',
  bodyAs: 'json',
  body: '',
  accept: '',
  ...change,
})
const picture = new File(['bytes'], 'cat.png', { type: 'image/png' })

describe('a call being written', () => {
  it('is sent with what is set and nothing else', () => {
    const reading = readDraft(draft({ body: '{"prompt":"x","image":"abc"}' }), {}, undefined)
    expect(reading).toEqual({
      ok: true,
      call: { method: 'POST', path: '/image/edit', body: { prompt: 'x', image: 'abc' } },
      doubts: [],
    })
    expect(readDraft(draft({ method: 'GET', body: '{' }), {}, undefined)).toMatchObject({
      ok: true,
      call: { method: 'GET', path: '/image/edit' },
    })
  })

  it('is a form where that was chosen, texts first and files last', () => {
    const reading = readDraft(
      draft({ bodyAs: 'form', body: '{"prompt":"x","safe_mode":false,"tags":["a","b"]}' }),
      { image: [picture] },
      named('POST /image/edit'),
    )
    expect(reading).toMatchObject({ ok: true, doubts: [] })
    expect(reading.ok && reading.call.form?.map(({ name, value }) => [name, value])).toEqual([
      ['prompt', 'x'],
      ['safe_mode', 'false'],
      ['tags', 'a'],
      ['tags', 'b'],
      ['image', { file: picture, fileName: 'cat.png' }],
    ])
  })

  it('says which required file is missing', () => {
    const reading = readDraft(
      draft({ bodyAs: 'form', body: '{"prompt":"x"}' }),
      {},
      named('POST /image/edit'),
    )
    expect(reading).toMatchObject({
      ok: true,
      doubts: [{ field: 'image', message: 'image is required: choose a file.' }],
    })
  })

  it('is refused while the body is not JSON, or nested too deeply to be read', () => {
    for (const body of ['{\n  "a": tru\n}', '['.repeat(300) + ']'.repeat(300)])
      expect(readDraft(draft({ body }), {}, undefined)).toEqual({
        ok: false,
        faults: [{ field: 'body', message: 'Invalid JSON', isSyntax: true }],
      })
  })

  it('doubts what its description does not allow, by field, value and limit', () => {
    const models = named('GET /models')
    expect(
      readDraft(draft({ method: 'GET', path: '/models?type=pictures&limit=0' }), {}, models),
    ).toMatchObject({
      ok: true,
      doubts: [
        { field: 'query type', message: 'type is "pictures", but must be one of text, image.' },
        { field: 'query limit', message: 'limit is 0, but must be at least 1.' },
      ],
    })
  })

  it.each([
    '//attacker.example/',
    '/%2e%2e/%2e%2e/local/faucet',
    'https://attacker.example',
    '/a b',
  ])('is refused at the path %j', (path) => {
    const reading = readDraft(draft({ path }), {}, undefined)
    expect(reading).toMatchObject({ ok: false, faults: [{ field: 'path' }] })
  })

  it('is refused while a name in the path is not filled in', () => {
    const reading = readDraft(
      draft({ method: 'GET', path: '/x402/balance/{walletAddress}' }),
      {},
      named('GET /x402/balance/{walletAddress}'),
    )
    expect(reading).toMatchObject({
      ok: false,
      faults: [{ message: 'walletAddress is required.' }],
    })
  })
})
