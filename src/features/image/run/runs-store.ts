import { createStore } from 'zustand/vanilla'

import { storageFault } from '../../../core/image/storage-fault.ts'
import { whenAnswerEnds } from '../../../core/storage/conversations/answer-lock.ts'
import { askToPersistOnce } from '../../../core/storage/db/storage-estimate.ts'
import type { ImageRun } from '../../../core/storage/images/image-run.ts'
import {
  deleteImageRun,
  followOtherTabsRuns,
  listImageRuns,
  saveImageRuns,
} from '../../../core/storage/images/image-runs.ts'
import { client } from '../../../page/client.ts'

interface RunsState {
  /** Latest first. */
  runs: readonly ImageRun[]
  /** The run that the viewer shows; undefined shows the latest. */
  shownId: string | undefined
  /** Whether what is stored has been read. */
  loaded: boolean
  /** Why runs are not kept, in the browser's words. */
  unsaved: string | undefined
}

/** Every run of this browser, those under way included. */
export const runsStore = createStore<RunsState>(() => ({
  runs: [],
  shownId: undefined,
  loaded: false,
  unsaved: undefined,
}))

/** The run that the viewer shows. */
export function shownRun({ runs, shownId }: RunsState): ImageRun | undefined {
  return runs.find(({ id }) => id === shownId) ?? runs[0]
}

/** A run by its id. */
export function runById(id: string): ImageRun | undefined {
  return runsStore.getState().runs.find((run) => run.id === id)
}

/** Shows a run in the viewer. */
export function showRun(id: string): void {
  runsStore.setState({ shownId: id })
}

/** Puts new runs before all others and keeps them; what cannot be kept is said. */
export async function addRuns(added: readonly ImageRun[]): Promise<void> {
  runsStore.setState(({ runs }) => ({ runs: [...added, ...runs], shownId: added[0]?.id }))
  await keep(added)
  void askToPersistOnce()
}

/** Changes a run here and where it is kept. */
export async function changeRun(id: string, change: Partial<ImageRun>): Promise<void> {
  runsStore.setState(({ runs }) => ({
    runs: runs.map((run) => (run.id === id ? { ...run, ...change } : run)),
  }))
  const run = runById(id)
  if (run !== undefined) await keep([run])
}

/** Removes a run and gives the way back. */
export async function removeRun(run: ImageRun): Promise<() => Promise<void>> {
  runsStore.setState(({ runs }) => ({ runs: runs.filter(({ id }) => id !== run.id) }))
  await deleteImageRun(run.id).catch(() => undefined)
  return async () => {
    runsStore.setState(({ runs }) => ({
      runs: [...runs, run].toSorted((a, b) => b.startedAt - a.startedAt),
    }))
    await keep([run])
  }
}

async function keep(runs: readonly ImageRun[]): Promise<void> {
  try {
    await saveImageRuns(runs)
  } catch (error) {
    runsStore.setState({ unsaved: storageFault(error) })
  }
}

/** Reads what is stored and follows what other tabs do. Gives the way to stop. */
export function followRuns(): () => void {
  void load()
  return followOtherTabsRuns(() => void load())
}

async function load(): Promise<void> {
  try {
    const stored = await listImageRuns()
    const { runs: known } = runsStore.getState()
    const merged = stored.map((run) => sameAs(known, run) ?? run)
    const ids = new Set(stored.map(({ id }) => id))
    // What could not be stored is only here.
    const onlyHere = known.filter(({ id, state }) => !ids.has(id) && isOwn(id, state))
    runsStore.setState({
      loaded: true,
      runs: [...onlyHere, ...merged].toSorted((a, b) => b.startedAt - a.startedAt),
    })
    for (const { id, state } of merged)
      if (state === 'running' && !ownRunIds.has(id))
        void whenAnswerEnds(client.world.locks, id).then(load)
  } catch (error) {
    runsStore.setState({ loaded: true, unsaved: storageFault(error) })
  }
}

/** The runs that this tab started. */
export const ownRunIds = new Set<string>()

function isOwn(id: string, state: ImageRun['state']): boolean {
  return ownRunIds.has(id) && (state === 'running' || runsStore.getState().unsaved !== undefined)
}

/** The known record of a run that has not changed: its pictures need not be loaded again. */
function sameAs(known: readonly ImageRun[], run: ImageRun): ImageRun | undefined {
  const own = known.find(({ id }) => id === run.id)
  if (own === undefined) return undefined
  const isSame = own.state === run.state && own.endedAt === run.endedAt && own.pinned === run.pinned
  return isSame || (own.state === 'running' && ownRunIds.has(own.id)) ? own : undefined
}
