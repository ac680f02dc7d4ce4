import { expect, it } from 'vitest'

import { readApiDescription } from '../client/queries/openapi.ts'
import { fakeClient, jsonResponse } from '../client/testing/fake-world.ts'
import { memoryText } from '../storage/testing/test-storage.ts'
import { changeDraft, chooseFiles, replaceDraft } from './draft.ts'
import { createExplore, findOperations, readPrefill } from './explore.ts'
import { abortCall, sendCall } from './rpc-calls.ts'
import { exampleDocument } from './testing/example-document.ts'

const CALL = { method: 'GET', path: '/models' } as const

it('behavior: the draft is there after a reload, without its files', () => {
  const { client } = fakeClient(() => jsonResponse({}))
  const storage = memoryText()
  const explore = createExplore(client, storage)
  changeDraft(explore, { method: 'POST', path: '/image/edit', bodyAs: 'form' })
  chooseFiles(explore, 'image', [new File(['a'], 'cat.png')])
  const { draft, files } = createExplore(client, storage).draft.getState()
  expect(draft).toMatchObject({ method: 'POST', path: '/image/edit', bodyAs: 'form' })
  expect(files).toEqual({})
})

it('behavior: a draft that was replaced comes back with its files', () => {
  const { client } = fakeClient(() => jsonResponse({}))
  const explore = createExplore(client, memoryText())
  chooseFiles(explore, 'image', [new File(['a'], 'cat.png')])
  const before = explore.draft.getState()
  const undo = replaceDraft(explore, { ...before.draft, path: '/other' })
  expect(explore.draft.getState()).toMatchObject({ draft: { path: '/other' }, files: {} })
  undo()
  expect(explore.draft.getState()).toEqual(before)
})

it('behavior: one call at a time, and it can be aborted', async () => {
  const { client, world, connection } = fakeClient(() => new Promise<Response>(() => undefined))
  const explore = createExplore(client, memoryText())
  const first = sendCall(explore, connection, CALL)
  await sendCall(explore, connection, CALL)
  await expect.poll(() => world.sent).toHaveLength(1)
  abortCall(explore)
  await first
  expect(explore.calls.getState()).toMatchObject({
    running: undefined,
    finished: { call: CALL, result: { ok: false, failure: { kind: 'aborted' } } },
  })
})

const operations = readApiDescription(exampleDocument)?.operations ?? []
const found = (text: string) =>
  findOperations(operations, text).map(({ tag, operations: some }) => [
    tag,
    ...some.map(({ key }) => key),
  ])

it('lists the operations by tag, and finds them by method, path, tag and summary', () => {
  expect(found('')).toEqual([
    ['Models', 'GET /models'],
    ['Wallet', 'GET /x402/balance/{walletAddress}'],
    ['Images', 'POST /image/edit'],
  ])
  expect(found('post image')).toEqual([['Images', 'POST /image/edit']])
  expect(found('BALANCE of')).toEqual([['Wallet', 'GET /x402/balance/{walletAddress}']])
  expect(found('nothing like it')).toEqual([])
})

const read = (query: string) => readPrefill(new URLSearchParams(query))

it('a short link fills in method, path and body', () => {
  expect(read('method=post&path=/chat/completions&body={}')).toEqual({
    method: 'POST',
    path: '/chat/completions',
    bodyAs: 'json',
    accept: '',
    body: '{}',
  })
  expect(read('path=/models?type=text')).toMatchObject({ method: 'GET', path: '/models?type=text' })
})

it.each(['path=//attacker.example', 'path=/../../local/faucet', 'method=TRACE&path=/models'])(
  'a short link with %s fills in nothing',
  (query) => expect(read(query)).toEqual(expect.any(String)),
)
