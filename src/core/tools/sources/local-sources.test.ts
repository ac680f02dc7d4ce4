import { beforeEach, expect, test, vi } from 'vitest'

import { localText } from '../../storage/db/browser-storage.ts'
import { createCannedResults, createToolSnippets } from '../../storage/settings/tool-answers.ts'
import { TestStorage } from '../../storage/testing/test-storage.ts'
import { cannedSource, snippetSource } from './local-sources.ts'

beforeEach(() => vi.stubGlobal('localStorage', new TestStorage()))

const options = {
  signal: new AbortController().signal,
  cause: { exchangeId: 'e', toolCallId: 'c' },
}
const call = (name: string) => ({ id: 'c', name, arguments: { city: 'Zurich' } })

test('a canned result answers every call of its tool, also after a reload', async () => {
  createCannedResults(localText).save('get_weather', '{"celsius":21}')
  const results = createCannedResults(localText)
  const source = cannedSource(results)
  expect(source.tools().map(({ name }) => name)).toEqual(['get_weather'])
  expect(await source.call(call('get_weather'), options)).toEqual({
    ok: true,
    result: { content: [{ type: 'text', text: '{"celsius":21}' }], isError: false },
  })
  results.save('get_weather', '')
  expect(createCannedResults(localText).store.getState().size).toBe(0)
  expect(await source.call(call('get_weather'), options)).toMatchObject({
    ok: false,
    reachedTool: false,
  })
})

test('what is stored and is no canned result is left out', () => {
  for (const stored of ['7', '[{"tool":1}]', '{']) {
    localStorage.setItem('playground.canned-results', stored)
    expect(createCannedResults(localText).store.getState().size).toBe(0)
  }
})

test('a snippet answers with what it returns, and what it throws is an error of the tool', async () => {
  const snippets = createToolSnippets(localText)
  snippets.save('get_weather', { code: 'return args.city', seconds: 5 })
  const jobs: unknown[] = []
  const source = snippetSource(snippets, (job, seconds) => {
    jobs.push([job, seconds])
    return Promise.resolve(
      jobs.length === 1 ? { ok: true, text: 'Zurich' } : { ok: false, message: 'It failed.' },
    )
  })
  expect(await source.call(call('get_weather'), options)).toMatchObject({
    ok: true,
    result: { content: [{ text: 'Zurich' }], isError: false },
  })
  expect(jobs).toEqual([[{ code: 'return args.city', args: { city: 'Zurich' } }, 5]])
  expect(await source.call(call('get_weather'), options)).toMatchObject({
    ok: true,
    result: { content: [{ text: 'It failed.' }], isError: true },
  })
  expect(await source.call(call('other'), options)).toMatchObject({ ok: false, reachedTool: false })
})

test('a snippet that could reach the network is not run, which is no word of its tool', async () => {
  const snippets = createToolSnippets(localText)
  snippets.save('get_weather', { code: 'return 1', seconds: 5 })
  const message = 'Code needs the local service.'
  const source = snippetSource(snippets, () =>
    Promise.resolve({ ok: false, message, isUnsealed: true }),
  )
  expect(await source.call(call('get_weather'), options)).toEqual({
    ok: false,
    failure: { kind: 'page_error', message },
    reachedTool: false,
  })
})
