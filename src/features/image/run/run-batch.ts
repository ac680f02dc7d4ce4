import { isServiceError } from '../../../../contract/errors/failure.ts'
import { holdSpend } from '../../../core/client/admission/spend-guard.ts'
import { takeStreamSlot } from '../../../core/client/admission/stream-slots.ts'
import type { Connection } from '../../../core/client/connection/connection.ts'
import { editImage, type EditImage, type ImageEditResult } from '../../../core/client/image-edit.ts'
import { holdAnswerLock } from '../../../core/storage/conversations/answer-lock.ts'
import type { ImageRun, RunSource } from '../../../core/storage/images/image-run.ts'
import { blobToBase64 } from '../../../ui/encoding/encoding-client.ts'
import { balanceBefore, noteCharge } from './note-charge.ts'
import { readResult } from './read-result.ts'
import { addRuns, changeRun, ownRunIds } from './runs-store.ts'
import { controllers, exchangeIds } from './under-way.ts'

/**
 * Sends new runs, each once, and keeps what becomes of them. `overCaps`: a person pressed to send
 * although a spend cap is in the way.
 */
export async function sendRuns(
  connection: Connection,
  runs: readonly ImageRun[],
  overCaps: boolean,
): Promise<void> {
  for (const { id } of runs) {
    controllers.set(id, new AbortController())
    ownRunIds.add(id)
  }
  const done = runBatch(connection, runs, overCaps).finally(() => {
    for (const { id } of runs) controllers.delete(id)
  })
  for (const { id } of runs) holdAnswerLock(id, done)
  await done
}

async function runBatch(
  connection: Connection,
  runs: readonly ImageRun[],
  overCaps: boolean,
): Promise<void> {
  // Kept before anything is sent: a page that goes away must know that something is out.
  await addRuns(runs)
  const before = await balanceBefore(connection)
  if (before !== undefined)
    await Promise.all(runs.map(({ id }) => changeRun(id, { balanceBeforeMicroUsd: before })))
  const results = await Promise.all(runs.map((run) => runWithinCaps(connection, run, overCaps)))
  await noteCharge(connection, runs, results, before)
}

/** Asks the spend caps first; what they refuse is not sent. */
async function runWithinCaps(
  connection: Connection,
  run: ImageRun,
  overCaps: boolean,
): Promise<ImageEditResult | undefined> {
  const { id, priceMicroUsd } = run
  const holding = await holdSpend(connection, () => priceMicroUsd, overCaps)
  if (!holding.ok) {
    controllers.delete(id)
    const { failure } = holding
    await changeRun(id, { state: 'failed', endedAt: Date.now(), notSent: true, failure })
    return undefined
  }
  const result = await runOne(connection, run)
  await holding.hold.settle(spentOn(run, result))
  return result
}

/** micro-USD; undefined where it may have been billed, and where no price is listed. */
function spentOn(
  { priceMicroUsd }: ImageRun,
  result: ImageEditResult | undefined,
): number | undefined {
  if (result === undefined) return 0
  if (result.ok) return priceMicroUsd
  return !result.aborted && isServiceError(result.failure) ? 0 : undefined
}

async function runOne(connection: Connection, run: ImageRun): Promise<ImageEditResult | undefined> {
  const { id, fields, transport } = run
  const { signal } = controllers.get(id) ?? new AbortController()
  const slot = await takeStreamSlot(signal, () => undefined)
  try {
    if (slot === undefined) {
      await changeRun(id, { state: 'stopped', endedAt: Date.now(), notSent: true })
      return undefined
    }
    const result = await editImage(
      connection,
      { image: imageOf(run.source), fields, transport, toBase64: (file) => blobToBase64(file, '') },
      signal,
    )
    exchangeIds.set(id, result.exchangeId)
    await changeRun(id, await endOf(run, result))
    return result
  } catch (error) {
    // Before anything was sent: the file could not be read.
    const message = error instanceof Error ? error.message : 'The image could not be read.'
    await changeRun(id, {
      state: signal.aborted ? 'stopped' : 'failed',
      endedAt: Date.now(),
      notSent: true,
      failure: { kind: 'declined', message },
    })
    return undefined
  } finally {
    slot?.release()
    controllers.delete(id)
  }
}

async function endOf(run: ImageRun, result: ImageEditResult): Promise<Partial<ImageRun>> {
  const { headers } = result
  const endedAt = Date.now()
  if (result.ok)
    return { state: 'done', endedAt, headers, result: await readResult(run, result.file) }
  if (result.aborted) return { state: 'stopped', endedAt, headers }
  return { state: 'failed', endedAt, headers, failure: result.failure }
}

function imageOf(source: RunSource): EditImage {
  return source.kind === 'url'
    ? source
    : { kind: 'file', file: source.file, fileName: source.fileName }
}
