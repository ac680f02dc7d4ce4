import type { ImageRun } from '../../storage/images/image-run.ts'

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
