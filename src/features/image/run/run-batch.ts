import type { Connection } from '../../../core/client/connection/connections.ts'
import { runBatch, type BatchDeps } from '../../../core/image/run-batch.ts'
import { holdAnswerLock } from '../../../core/storage/conversations/answer-lock.ts'
import type { ImageRun } from '../../../core/storage/images/image-run.ts'
import { blobToBase64 } from '../../../media/encoding/encoding-client.ts'
import { client } from '../../../page/client.ts'
import { balanceBefore, noteCharge } from './note-charge.ts'
import { readResult } from './read-result.ts'
import { addRuns, changeRun, ownRunIds } from './runs-store.ts'
import { controllers, exchangeIds } from './under-way.ts'

const deps: BatchDeps = {
  add: addRuns,
  change: changeRun,
  toBase64: (file) => blobToBase64(file, ''),
  readResult,
  opened: (runId, exchangeId) => exchangeIds.set(runId, exchangeId),
  ended: (runId) => controllers.delete(runId),
  balanceBefore,
  recordCharge: noteCharge,
}

/**
 * Sends new runs, each once, and keeps what becomes of them. `overCaps`: a person pressed to send
 * although a spend cap is in the way.
 */
export async function sendRuns(
  connection: Connection,
  runs: readonly ImageRun[],
  overCaps: boolean,
): Promise<void> {
  const signals = new Map<string, AbortSignal>()
  for (const { id } of runs) {
    const controller = new AbortController()
    controllers.set(id, controller)
    signals.set(id, controller.signal)
    ownRunIds.add(id)
  }
  const done = runBatch(client, connection, runs, { signals, overCaps, deps }).finally(() => {
    for (const { id } of runs) controllers.delete(id)
  })
  for (const { id } of runs) holdAnswerLock(client.world.locks, id, done)
  await done
}
