import { beforeEach, expect, it, vi } from 'vitest'

import { fakeLockManager } from '../../journal/testing/fake-locks.ts'
import { answerLock } from '../../storage/conversations/answer-lock.ts'
import type { ImageRun } from '../../storage/images/image-run.ts'
import { testEditor } from '../testing/test-editor.ts'
import { testRun } from '../testing/test-run.ts'
import {
  addRuns,
  canCancel,
  cancelRun,
  changeRun,
  deleteRun,
  followRuns,
  isEditing,
  runById,
  shownRun,
  showRun,
} from './runs.ts'

/** What this browser stores, and who is told when another tab changes it. */
const disk = vi.hoisted(() => ({
  kept: new Map<string, object>(),
  isFull: false,
  isBroken: false,
  listeners: new Set<() => void>(),
}))

vi.mock('../../storage/images/image-runs.ts', () => ({
  listImageRuns: async () => {
    if (disk.isBroken) throw new Error('storage is refused')
    return [...disk.kept.values()].map((run) => ({ ...run }))
  },
  saveImageRuns: async (runs: readonly ImageRun[]) => {
    if (disk.isFull) throw new DOMException('full', 'QuotaExceededError')
    for (const run of runs) disk.kept.set(run.id, run)
  },
  deleteImageRun: async (id: string) => {
    disk.kept.delete(id)
  },
  followOtherTabsRuns: (listener: () => void) => {
    disk.listeners.add(listener)
    return () => disk.listeners.delete(listener)
  },
}))

beforeEach(() => {
  disk.kept.clear()
  disk.listeners.clear()
  disk.isFull = false
  disk.isBroken = false
})

const older = testRun({ id: 'older', startedAt: 1 })
const newer = testRun({ id: 'newer', startedAt: 2 })

type Editor = ReturnType<typeof testEditor>

const idsOf = ({ runs }: Editor) => runs.getState().runs.map(({ id }) => id)

function tellOfOtherTab(): void {
  for (const listener of disk.listeners) listener()
}

async function followed(editor: Editor): Promise<() => void> {
  const stop = followRuns(editor)
  await vi.waitFor(() => expect(editor.runs.getState().loaded).toBe(true))
  return stop
}

it('shows the latest run until another is chosen', async () => {
  const editor = testEditor()
  expect(shownRun(editor.runs.getState())).toBeUndefined()
  await addRuns(editor, [older])
  await addRuns(editor, [newer])
  expect(idsOf(editor)).toEqual(['newer', 'older'])
  expect(shownRun(editor.runs.getState())).toBe(newer)
  showRun(editor, 'older')
  expect(shownRun(editor.runs.getState())).toBe(older)
  showRun(editor, 'gone')
  expect(shownRun(editor.runs.getState())).toBe(newer)
})

it('changes a run here and where it is stored', async () => {
  const editor = testEditor()
  await addRuns(editor, [older, newer])
  await changeRun(editor, 'older', { pinned: true })
  expect(runById(editor, 'older')).toMatchObject({ pinned: true })
  expect(disk.kept.get('older')).toMatchObject({ pinned: true })
  expect(disk.kept.get('newer')).not.toHaveProperty('pinned')
  await changeRun(editor, 'gone', { pinned: true })
  expect(disk.kept.size).toBe(2)
})

it('puts a deleted run back to its place', async () => {
  const editor = testEditor()
  const oldest = testRun({ id: 'oldest', startedAt: 0 })
  await addRuns(editor, [newer, older, oldest])
  const restore = await deleteRun(editor, older)
  expect(idsOf(editor)).toEqual(['newer', 'oldest'])
  expect(disk.kept.has('older')).toBe(false)
  await restore()
  expect(idsOf(editor)).toEqual(['newer', 'older', 'oldest'])
  expect(disk.kept.has('older')).toBe(true)
})

it('shows a run that finds no room, also after another tab changed something', async () => {
  disk.kept.set('older', older)
  const editor = testEditor()
  await followed(editor)
  disk.isFull = true
  editor.ownRunIds.add('newer')
  await addRuns(editor, [newer])
  expect(editor.runs.getState().unsaved).toBe('the disk is full')
  disk.kept.set('third', testRun({ id: 'third', startedAt: 3 }))
  tellOfOtherTab()
  await vi.waitFor(() => expect(idsOf(editor)).toEqual(['third', 'newer', 'older']))
})

it('follows what other tabs change and delete, until it is stopped', async () => {
  disk.kept.set('older', older)
  disk.kept.set('newer', newer)
  const editor = testEditor()
  const stop = await followed(editor)
  const known = runById(editor, 'newer')
  disk.kept.delete('older')
  tellOfOtherTab()
  await vi.waitFor(() => expect(idsOf(editor)).toEqual(['newer']))
  expect(runById(editor, 'newer')).toBe(known)
  disk.kept.set('newer', { ...newer, pinned: true })
  tellOfOtherTab()
  await vi.waitFor(() => expect(runById(editor, 'newer')).toMatchObject({ pinned: true }))
  stop()
  expect(disk.listeners.size).toBe(0)
})

it('keeps its own run under way as it is here, whatever is stored of it', async () => {
  const running = testRun({ id: 'own', state: 'running' })
  const editor = testEditor()
  editor.ownRunIds.add('own')
  await addRuns(editor, [running])
  disk.kept.set('own', { ...running, state: 'unknown' })
  await followed(editor)
  expect(runById(editor, 'own')).toBe(running)
})

it('reads the run of another tab again once that has its response', async () => {
  disk.kept.set('theirs', testRun({ id: 'theirs', state: 'running' }))
  const locks = fakeLockManager()
  const theirs = { is: false, drops: new Set<() => void>() }
  let end = (): void => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  void locks.of(theirs).request(answerLock('theirs'), () => ended)
  const editor = testEditor({}, { locks: locks.of({ is: false, drops: new Set() }) })
  await followed(editor)
  expect(runById(editor, 'theirs')).toMatchObject({ state: 'running' })
  disk.kept.set('theirs', testRun({ id: 'theirs', state: 'done', endedAt: 9 }))
  end()
  await vi.waitFor(() => expect(runById(editor, 'theirs')).toMatchObject({ state: 'done' }))
})

it('says why nothing could be read', async () => {
  disk.isBroken = true
  const editor = testEditor()
  await followed(editor)
  expect(editor.runs.getState()).toMatchObject({ runs: [], unsaved: 'storage is refused' })
})

it('waits for an edit as long as it can be cancelled', async () => {
  const editor = testEditor()
  await addRuns(editor, [testRun({ id: 'own', state: 'running' })])
  expect(isEditing(editor)).toBe(false)
  const controller = new AbortController()
  editor.controllers.set('own', controller)
  expect(isEditing(editor)).toBe(true)
  expect(canCancel(editor, 'own')).toBe(true)
  cancelRun(editor, 'other')
  expect(controller.signal.aborted).toBe(false)
  cancelRun(editor, 'own')
  expect(controller.signal.aborted).toBe(true)
})
