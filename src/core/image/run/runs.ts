import { requestPersistenceOnce, storageFault } from '../../storage/db/open-database.ts'
import { deleteExchanges, saveExchange } from '../../storage/exchanges/exchanges.ts'
import type { ImageRun } from '../../storage/images/image-run.ts'
import {
  deleteImageRun,
  followOtherTabsRuns,
  saveImageRuns,
} from '../../storage/images/image-runs.ts'
import { textField } from '../form.ts'
import type { ImageEditor, RunsState } from '../image-editor.ts'

/** The run that the viewer shows. */
export function shownRun({ runs, shownId }: RunsState): ImageRun | undefined {
  return runs.find(({ id }) => id === shownId) ?? runs[0]
}

/** A run by its id. */
export function runById({ runs }: ImageEditor, id: string): ImageRun | undefined {
  return runs.getState().runs.find((run) => run.id === id)
}

/** Shows a run in the viewer. */
export function showRun({ runs }: ImageEditor, id: string): void {
  runs.setState({ shownId: id })
}

/** Puts new runs before all others and stores them; what cannot be stored is shown so. */
export async function addRuns(editor: ImageEditor, added: readonly ImageRun[]): Promise<void> {
  editor.runs.setState(({ runs }) => ({ runs: [...added, ...runs], shownId: added[0]?.id }))
  await store(editor, added)
  void requestPersistenceOnce()
}

/** Changes a run here and where it is stored. */
export async function changeRun(
  editor: ImageEditor,
  id: string,
  change: Partial<ImageRun>,
): Promise<void> {
  editor.runs.setState(({ runs }) => ({
    runs: runs.map((run) => (run.id === id ? { ...run, ...change } : run)),
  }))
  const run = runById(editor, id)
  if (run !== undefined) await store(editor, [run])
}

/** Deletes a run with its exchange. Returns what restores both. */
export async function deleteRun(editor: ImageEditor, run: ImageRun): Promise<() => Promise<void>> {
  editor.runs.setState(({ runs }) => ({ runs: runs.filter(({ id }) => id !== run.id) }))
  await deleteImageRun(run.id).catch(() => undefined)
  const { exchangeId } = run
  const exchanges =
    exchangeId === undefined ? [] : await deleteExchanges([exchangeId]).catch(() => [])
  return async () => {
    editor.runs.setState(({ runs }) => ({
      runs: [...runs, run].toSorted((a, b) => b.startedAt - a.startedAt),
    }))
    await store(editor, [run])
    await Promise.all(exchanges.map(saveExchange)).catch(() => undefined)
  }
}

async function store({ runs: state }: ImageEditor, runs: readonly ImageRun[]): Promise<void> {
  try {
    await saveImageRuns(runs)
  } catch (error) {
    state.setState({ unsaved: storageFault(error) })
  }
}

/** Loads what is stored and follows what other tabs do, until the returned function is called. */
export function followRuns(editor: ImageEditor): () => void {
  void load(editor)
  return followOtherTabsRuns(() => void load(editor))
}

async function load(editor: ImageEditor): Promise<void> {
  const { runs: state, journal } = editor
  try {
    const stored = await journal.recover(undefined, () => void load(editor))
    const { runs: known } = state.getState()
    const ids = new Set(stored.map(({ id }) => id))
    // What could not be stored is only here.
    const onlyHere = known.filter((run) => !ids.has(run.id) && isOnlyHere(editor, run))
    state.setState({
      loaded: true,
      runs: [...onlyHere, ...stored.map((run) => unchanged(editor, run) ?? run)].toSorted(
        (a, b) => b.startedAt - a.startedAt,
      ),
    })
  } catch (error) {
    state.setState({ loaded: true, unsaved: storageFault(error) })
  }
}

function isOnlyHere({ ownRunIds, runs }: ImageEditor, { id, state }: ImageRun): boolean {
  return ownRunIds.has(id) && (state === 'running' || runs.getState().unsaved !== undefined)
}

/** The known record of a run that has not changed: its pictures need not be loaded again. */
function unchanged({ runs, ownRunIds }: ImageEditor, run: ImageRun): ImageRun | undefined {
  const own = runs.getState().runs.find(({ id }) => id === run.id)
  if (own === undefined) return undefined
  const isSame = own.state === run.state && own.endedAt === run.endedAt && own.pinned === run.pinned
  return isSame || (own.state === 'running' && ownRunIds.has(own.id)) ? own : undefined
}

/** Whether this tab waits for an edit; one whose response is there is over, though it may not be written yet. */
export function isEditing(editor: ImageEditor): boolean {
  return editor.runs
    .getState()
    .runs.some(({ id, state }) => state === 'running' && canCancel(editor, id))
}

/** Stops waiting. The service may finish the edit, and bill it. */
export function cancelRun({ controllers }: ImageEditor, id: string): void {
  controllers.get(id)?.abort()
}

/** Whether this tab can still cancel a run. */
export function canCancel({ controllers }: ImageEditor, id: string): boolean {
  return controllers.has(id)
}

/** A run in its place: how many steps from a picture that was brought, and what it was made from. */
export interface LineageEntry {
  run: ImageRun
  /** 0 for a picture that was brought. */
  depth: number
  /** The run it was made from, where it is still there. */
  parent: ImageRun | undefined
}

/** The runs in the order of the log: pinned ones first, then the latest. */
export function lineage(runs: readonly ImageRun[]): LineageEntry[] {
  const byId = new Map(runs.map((run) => [run.id, run]))
  return runs
    .toSorted(
      (a, b) => Number(b.pinned === true) - Number(a.pinned === true) || b.startedAt - a.startedAt,
    )
    .map((run) => ({ run, depth: depthOf(run, byId), parent: parentOf(run, byId) }))
}

function parentOf(run: ImageRun, byId: ReadonlyMap<string, ImageRun>): ImageRun | undefined {
  return run.madeFrom === undefined ? undefined : byId.get(run.madeFrom)
}

function depthOf(run: ImageRun, byId: ReadonlyMap<string, ImageRun>): number {
  const seen = new Set([run.id])
  let depth = 0
  for (
    let at = parentOf(run, byId);
    at !== undefined && !seen.has(at.id);
    at = parentOf(at, byId)
  ) {
    seen.add(at.id)
    depth += 1
  }
  return depth
}

/** More than this nobody looks through. */
const MOST = 20

/** The prompts of earlier runs, the latest first, each once and without the one that is there. */
export function earlierPrompts(runs: readonly ImageRun[], current: string): string[] {
  const prompts = runs.map(({ fields }) => textField(fields, 'prompt'))
  return [...new Set(prompts)]
    .filter((prompt) => prompt !== '' && prompt !== current)
    .slice(0, MOST)
}
