import { accountStore } from '../../../api/account-store.ts'
import { connectionStore, type Connection } from '../../../api/connection.ts'
import { editImage, type EditImage, type ImageEditResult } from '../../../api/image-edit.ts'
import { readKeyBalance } from '../../../api/key-balance.ts'
import { holdSpend } from '../../../api/spend-guard.ts'
import { takeStreamSlot } from '../../../api/stream-slots.ts'
import { isServiceError } from '../../../contract/errors/failure.ts'
import type { Model } from '../../../contract/models/model.ts'
import { editPriceOf } from '../../../contract/models/price.ts'
import { holdAnswerLock } from '../../../storage/answer-lock.ts'
import type { ImageRun, RunSource } from '../../../storage/image-run.ts'
import { blobToBase64 } from '../../../ui/encoding/encoding-client.ts'
import { hasPrompt, judgeForm } from '../form/judge-form.ts'
import { imageFormStore, textField } from '../image-form-store.ts'
import type { ImageSource } from '../source/image-source.ts'
import { canSendSource } from '../source/judge-source.ts'
import { batchBalances } from './balance-change.ts'
import { readResult } from './read-result.ts'
import { addRuns, changeRun, ownRunIds, runById } from './runs-store.ts'

/** The runs of this tab that can be cancelled. */
const controllers = new Map<string, AbortController>()

/** Exchange ids of the runs of this page. */
const exchangeIds = new Map<string, string>()

/** The exchange of a run, where this page made it. */
export function exchangeIdOf(run: ImageRun): string | undefined {
  return exchangeIds.get(run.id)
}

/** Whether this tab is waiting for an edit: nothing more is sent meanwhile. */
function isEditing(): boolean {
  return controllers.size > 0
}

/** Gives up waiting. The service may finish the edit, and bill it. */
export function cancelRun(id: string): void {
  controllers.get(id)?.abort()
}

/** Whether this tab can still give up a run. */
export function canCancel(id: string): boolean {
  return controllers.has(id)
}

/**
 * Sends what the form holds, once, or as many times as variations are wanted. Does nothing while the
 * form has a fault or an edit of this tab is under way: a second press sends nothing. `overCaps`: a
 * person pressed to send it once although a spend cap is in the way.
 */
export async function startEdit(
  model: Model | undefined,
  { overCaps = false }: { overCaps?: boolean } = {},
): Promise<void> {
  const { source, fields, transport, variations } = imageFormStore.getState()
  const { connection } = connectionStore.getState()
  if (connection === undefined || isEditing() || !canSendSource(source)) return
  if (!hasPrompt(fields) || judgeForm(fields, model).length > 0) return
  const batchId = crypto.randomUUID()
  const price = model && editPriceOf(model, pricedBy(fields))
  const madeFrom = source.kind === 'file' ? source.madeFrom : undefined
  const startedAt = Date.now()
  const runs = Array.from({ length: variations }, (_, index): ImageRun => {
    return {
      id: crypto.randomUUID(),
      batchId,
      // One after the other in the log, as they were numbered.
      startedAt: startedAt - index,
      state: 'running',
      source: sourceOf(source),
      fields,
      transport,
      headers: [],
      providerName: connection.providerName,
      ...(madeFrom === undefined ? {} : { madeFrom }),
      ...(price === undefined ? {} : { priceMicroUsd: price }),
    }
  })
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

function pricedBy(fields: ImageRun['fields']) {
  const [resolution, quality] = [textField(fields, 'resolution'), textField(fields, 'quality')]
  return {
    ...(resolution === '' ? {} : { resolution }),
    ...(quality === '' ? {} : { quality }),
  }
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

/** The credit as last heard of; a key's is asked for when nothing was heard yet, which is free. */
async function balanceBefore(connection: Connection): Promise<number | undefined> {
  const { balanceMicroUsd } = accountStore.getState()
  if (balanceMicroUsd !== undefined || connection.credential?.kind !== 'api-key')
    return balanceMicroUsd
  return readKeyBalance(connection, AbortSignal.timeout(5000)).catch(() => undefined)
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

/** Works out what the credit went down by. A key's answers only tell what was there before. */
async function noteCharge(
  connection: Connection,
  runs: readonly ImageRun[],
  results: readonly (ImageEditResult | undefined)[],
  knownBefore: number | undefined,
): Promise<void> {
  const answered = results.flatMap((result) => (result?.ok === true ? [result.headers] : []))
  // One that was given up may still be billed: then no figure would be right.
  if (answered.length === 0 || runs.some(({ id }) => isOpen(runById(id)))) return
  const told = batchBalances(answered, connection.providerName)
  const before = told.before ?? knownBefore
  const after =
    told.after ??
    (connection.credential?.kind === 'api-key'
      ? await readKeyBalance(connection, AbortSignal.timeout(10_000)).catch(() => undefined)
      : undefined)
  if (before === undefined || after === undefined || after > before) return
  const charged = { microUsd: before - after, runs: answered.length }
  const done = runs.filter(({ id }) => runById(id)?.state === 'done')
  await Promise.all(done.map(({ id }) => changeRun(id, { charged })))
}

/** Given up after it was sent: whether it is billed is not known. */
function isOpen(run: ImageRun | undefined): boolean {
  return run?.state === 'stopped' && run.notSent !== true
}

function sourceOf(source: ImageSource): RunSource {
  if (source.kind === 'url') return source
  const { file, fileName, facts } = source
  const sides = facts?.shown ?? facts?.size
  return {
    kind: 'file',
    file,
    fileName,
    ...(facts === undefined ? {} : { type: facts.type }),
    ...(sides === undefined ? {} : { width: sides.width, height: sides.height }),
    ...(facts?.thumbnail === undefined ? {} : { thumbnail: facts.thumbnail }),
  }
}

function imageOf(source: RunSource): EditImage {
  return source.kind === 'url'
    ? source
    : { kind: 'file', file: source.file, fileName: source.fileName }
}
