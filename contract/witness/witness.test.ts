import { readdirSync, readFileSync } from 'node:fs'

import { describe, expect, it, test } from 'vitest'

import { isJsonObject, readJson, type JsonValue } from '../json.ts'
import { knownShapes, memberPaths, witnessEntries } from './witness.ts'

const files = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.har'))
  .map((name) => ({ name, text: readFileSync(`${import.meta.dirname}/${name}`, 'utf8') }))
const entries = witnessEntries()

/** What HAR 1.2 requires of a request and of a response. */
const REQUIRED = ['httpVersion', 'cookies', 'headers', 'headersSize', 'bodySize']

test('every entry has an id of its own that begins with its file, a title and a source', () => {
  const ids = entries.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBeGreaterThanOrEqual(60)
  for (const { name, text } of files)
    for (const entry of entriesIn(text)) {
      const { _witness: own } = entry
      expect(isJsonObject(own) && own['id']).toMatch(new RegExp(`^${name.slice(0, -4)}/[\\w-]+$`))
    }
  for (const { title, source } of entries) expect([title, source]).not.toContain('')
})

test('the files are HAR 1.2, and light enough to be loaded by a check of an API', () => {
  expect(files.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(250_000)
  for (const { text } of files)
    for (const { request, response, timings, cache, startedDateTime, time } of entriesIn(text)) {
      expect(Object.keys(objectOf(request))).toEqual(
        expect.arrayContaining(['method', 'url', 'queryString', ...REQUIRED]),
      )
      expect(Object.keys(objectOf(response))).toEqual(
        expect.arrayContaining(['status', 'statusText', 'content', 'redirectURL', ...REQUIRED]),
      )
      for (const member of [timings, cache, startedDateTime, time]) expect(member).toBeDefined()
    }
})

test('every response has a status and a body, and no credential stands anywhere', () => {
  for (const { id, exchange, body } of entries) {
    expect([id, exchange.status >= 200, body.length > 0]).toEqual([id, true, true])
    for (const [name, value] of exchange.requestHeaders)
      if (name !== 'content-type' && name !== 'content-encoding')
        expect([id, name, value]).toEqual([
          id,
          name,
          expect.stringMatching(/^<redacted \d+ chars>$/),
        ])
  }
})

describe('known shapes', () => {
  const shapes = knownShapes()
  const shape = (operation: string, status: number, isStream = false) =>
    shapes.find(
      (each) =>
        each.operation === operation && each.status === status && each.isStream === isStream,
    )

  it('name each member by its path, also in lists', () => {
    expect(memberPaths({ a: [{ b: 1 }, { c: null }], d: { e: [] } })).toEqual([
      'a',
      'a[].b',
      'a[].c',
      'd',
      'd.e',
    ])
  })

  it('tell what each response of a kind has, and what only some have', () => {
    const models = shape('GET /models', 200)
    expect(models?.members).toContain('data[].model_spec.uncensored')
    expect(models?.always).not.toContain('data[].model_spec.uncensored')
    expect(models?.always).toEqual(expect.arrayContaining(['data', 'cf-ray', 'x-vendor-version']))
  })

  it('are those of streams and of whole responses apart', () => {
    const chat = 'POST /chat/completions'
    expect(shape(chat, 200, true)?.members).toContain('choices[].delta.content')
    expect(shape(chat, 200)?.members).not.toContain('choices[].delta.content')
    expect(shape('GET /x402/balance/{walletAddress}', 200)?.always).toContain('data.balanceUsd')
  })
})

function entriesIn(text: string) {
  const log = objectOf(objectOf(readJson(text))['log'])
  return Array.isArray(log['entries']) ? log['entries'].map(objectOf) : []
}

function objectOf(value: JsonValue | undefined) {
  return isJsonObject(value) ? value : {}
}
