import { createHash } from 'node:crypto'

import type { Board, CellRecord } from '../board.ts'
import type { CellState } from '../results/cell-view.ts'

/** A board of configurations with these IDs, so many cases, "c0" and on, and a check. */
export function board(configurations: readonly string[], cases: number): Board {
  return {
    id: 'board',
    name: 'Board',
    createdAt: 0,
    updatedAt: 0,
    prompt: '{{input}}',
    configurations: configurations.map((id) => ({ id, model: `model-${id}`, settings: {} })),
    cases: Array.from({ length: cases }, (_, index) => ({
      id: `c${index}`,
      variables: { input: `Question ${index}` },
    })),
    checks: [{ id: 'check', type: 'contains', value: 'yes' }],
    repeats: 1,
  }
}

/** The record of a cell of that board that stands there: what was judged was judged by its check. */
export function record(
  caseId: string,
  configurationId: string,
  state: CellState,
  repeat = 0,
): CellRecord {
  const isJudged = state === 'passed' || state === 'failed'
  return {
    boardId: 'board',
    runId: 'run',
    caseId,
    configurationId,
    repeat,
    requestHash: '',
    status: isJudged ? 'done' : state,
    startedAt: 0,
    ...(isJudged && { outcomes: [{ checkId: 'check', result: state }] }),
  }
}

/** Uniform from 0 to 1, the same in every run. */
export function random(seed: number): () => number {
  let count = 0
  let block = Buffer.alloc(0)
  return () => {
    if (count % 8 === 0) block = createHash('sha256').update(`${seed} ${count}`).digest()
    const value = block.readUInt32BE((count % 8) * 4) / 2 ** 32
    count += 1
    return value
  }
}
