import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { expect, it, vi } from 'vitest'

import { fakeClient } from '../client/testing/fake-world.ts'
import { createEvaluation } from '../evaluate/run/evaluation.ts'
import { followRuns, runById } from '../image/run/runs.ts'
import { testEditor } from '../image/testing/test-editor.ts'
import { createJobs, loadJobs } from '../jobs/jobs.ts'
import { loadCells, saveCells } from '../storage/evaluate/boards.ts'
import { addJob, changeJob, deleteJob, listJobs, subscribeJobs } from '../storage/jobs/jobs.ts'

/*
 * What pages before the journal left behind: records that stand as being sent, in databases of the same version. They
 * are told as what may have been done, and nothing of them is sent.
 */

const never = () => new Promise<Response>(() => undefined)

it('a job that an earlier version was sending is unknown, and is not sent', async () => {
  const db = await openDB('vendor-playground-jobs', 1, {
    upgrade(before) {
      before.createObjectStore('jobs', { keyPath: 'id' })
      before.createObjectStore('results', { keyPath: 'id' })
    },
  })
  await db.put('jobs', {
    id: 'a',
    kind: {
      name: 'Video',
      id: 'queue_id',
      retrieve: { method: 'POST', path: '/video/retrieve', body: { queue_id: '{id}' } },
      status: 'status',
      done: ['done'],
      failed: ['failed'],
    },
    connection: { id: 'local', name: 'Local' },
    call: { path: '/video/queue', body: { prompt: 'x' } },
    sendsKey: true,
    createdAt: 1,
    state: 'intended',
    polls: 0,
    refusals: 0,
    nextAt: 0,
  })
  db.close()
  const { client, world } = fakeClient(never)
  const jobs = createJobs({
    client,
    storage: {
      list: listJobs,
      add: addJob,
      change: changeJob,
      remove: deleteJob,
      subscribe: subscribeJobs,
    },
    pause: () => new Promise(() => undefined),
    saveExchange: () => Promise.resolve(),
    onEnd: () => undefined,
  })
  await loadJobs(jobs)
  const [shown] = jobs.store.getState().list ?? []
  expect(shown).toMatchObject({ id: 'a', state: 'unknown', call: { body: { prompt: 'x' } } })
  expect(shown?.problem).toContain('may be queued')
  expect(await listJobs()).toMatchObject([{ state: 'unknown' }])
  expect(world.sent).toEqual([])
})

/** The database of conversations, images and boards as earlier versions made it. */
function openEarlier() {
  return openDB('vendor-playground', 8, {
    upgrade(before) {
      const conversations = before.createObjectStore('conversations', { keyPath: 'id' })
      conversations.createIndex('by-update', 'updatedAt')
      const messages = before.createObjectStore('messages', { keyPath: 'id' })
      messages.createIndex('by-conversation', 'conversationId')
      for (const [name, keyPath] of [
        ['labels', 'conversationId'],
        ['presets', 'id'],
        ['imageRuns', 'id'],
        ['imageFiles', 'hash'],
        ['imageSources', 'id'],
        ['searchIndex', ['conversationId', 'revision']],
        ['boards', 'id'],
        ['boardCells', ['boardId', 'caseId', 'configurationId', 'repeat']],
        ['boardVotes', ['boardId', 'caseId', 'repeat', 'first', 'second']],
      ] as const)
        before.createObjectStore(name, {
          keyPath: typeof keyPath === 'string' ? keyPath : [...keyPath],
        })
    },
  })
}

it('an image edit and a cell that an earlier version was sending may have been billed, and are not sent', async () => {
  const db = await openEarlier()
  await db.put('imageFiles', { hash: 'h', file: new Blob(['cat']) })
  await db.put('imageRuns', {
    id: 'run',
    batchId: 'batch',
    startedAt: 1,
    state: 'running',
    source: { kind: 'file', hash: 'h', mediaType: 'image/png', fileName: 'cat.png' },
    fields: { prompt: 'warm' },
    transport: 'json',
    headers: [],
    providerName: 'vendor',
  })
  await db.put('boards', { id: 'board', name: 'Board' })
  const cell = { boardId: 'board', caseId: 'c', configurationId: 'a', repeat: 0, runId: 'r' }
  await db.put('boardCells', { ...cell, requestHash: 'h', status: 'running', startedAt: 1 })
  db.close()

  const { client, world } = fakeClient(never)
  const editor = testEditor({ client })
  const stop = followRuns(editor)
  await vi.waitFor(() => expect(runById(editor, 'run')?.state).toBe('unknown'))
  const { source } = runById(editor, 'run') ?? {}
  expect(source?.kind === 'file' && (await source.file.text())).toBe('cat')
  stop()

  const evaluation = createEvaluation({
    client,
    storage: { loadCells, saveCells },
    checkWorkers: {
      findPattern: () => Promise.reject(new Error('not here')),
      validateJson: () => Promise.reject(new Error('not here')),
      runCode: () => Promise.reject(new Error('not here')),
    },
    wait: () => new Promise(() => undefined),
    onCells: () => undefined,
    onExchange: () => undefined,
  })
  const told = { status: 'error', error: { mayBeCharged: true } }
  expect(await evaluation.load('board')).toMatchObject([told])
  expect(await loadCells('board')).toMatchObject([told])
  expect(world.sent).toEqual([])
})
