import type { Model } from '../../../../contract/models/model.ts'
import type { Connection } from '../../client/connection/connections.ts'
import { acquireAnswerLock } from '../../storage/conversations/answer-lock.ts'
import type { ImageRun, RunSource } from '../../storage/images/image-run.ts'
import type { ImageSource } from '../../storage/images/image-source.ts'
import { editPrice, requestedModel } from '../form.ts'
import type { ImageEditor } from '../image-editor.ts'
import { canSendSource } from '../source/validate-source.ts'
import { hasPrompt, validateForm } from '../validate-form.ts'
import { variationFields } from '../variations.ts'
import { readResult } from './read-result.ts'
import { balanceBefore, recordCharge } from './record-charge.ts'
import { runBatch, type BatchDeps } from './run-batch.ts'
import { addRuns, changeRun, isEditing } from './runs.ts'

/**
 * Sends the edit of the form, once, or as many times as variations are wanted. Does nothing while the
 * form is invalid or an edit of this tab is under way: a second press sends nothing. The models of
 * the list are for the prices.
 */
export async function startEdit(editor: ImageEditor, models: readonly Model[]): Promise<void> {
  const form = editor.form.getState()
  const { source, transport } = form
  const { connections, world } = editor.client
  const { connection } = connections.store.getState()
  if (connection === undefined || isEditing(editor) || !canSendSource(source)) return
  const wanted = variationFields(form)
  const isValid = wanted.every(
    (fields) =>
      hasPrompt(fields) && validateForm(fields, requestedModel(models, fields)).length === 0,
  )
  if (!isValid) return
  const batchId = world.random.uuid()
  const startedAt = world.clock.now()
  const runs = wanted.map((fields, index): ImageRun => {
    const price = editPrice(models, fields)
    return {
      id: world.random.uuid(),
      batchId,
      // One after the other in the log, as they were numbered.
      startedAt: startedAt - index,
      state: 'running',
      source: runSource(source),
      fields,
      transport,
      headers: [],
      providerName: connection.providerName,
      ...(source.kind === 'url' || source.madeFrom === undefined
        ? {}
        : { madeFrom: source.madeFrom }),
      ...(price === undefined ? {} : { priceMicroUsd: price }),
    }
  })
  await send(editor, connection, runs, false)
}

/**
 * Makes one edit once more, as a run of its own beside the old one. `overCaps`: a person pressed to
 * send it once although a spend limit is in the way.
 */
export async function repeatRun(
  editor: ImageEditor,
  run: ImageRun,
  { overCaps }: { overCaps: boolean },
): Promise<void> {
  const { connections, world } = editor.client
  const { connection } = connections.store.getState()
  if (connection === undefined || isEditing(editor)) return
  const { source, fields, transport, madeFrom, priceMicroUsd } = run
  const again: ImageRun = {
    id: world.random.uuid(),
    batchId: world.random.uuid(),
    startedAt: world.clock.now(),
    state: 'running',
    source,
    fields,
    transport,
    headers: [],
    providerName: connection.providerName,
    ...(madeFrom === undefined ? {} : { madeFrom }),
    ...(priceMicroUsd === undefined ? {} : { priceMicroUsd }),
  }
  await send(editor, connection, [again], overCaps)
}

/** Sends new runs, each once, and stores what becomes of them. */
async function send(
  editor: ImageEditor,
  connection: Connection,
  runs: readonly ImageRun[],
  overCaps: boolean,
): Promise<void> {
  const { client, controllers, ownRunIds, world } = editor
  const signals = new Map<string, AbortSignal>()
  for (const { id } of runs) {
    const controller = new AbortController()
    controllers.set(id, controller)
    signals.set(id, controller.signal)
    ownRunIds.add(id)
  }
  const deps: BatchDeps = {
    add: (added) => addRuns(editor, added),
    change: (id, change) => changeRun(editor, id, change),
    toBase64: world.toBase64,
    readResult: (run, file) => readResult(world.pictures, run, file),
    saveExchange: world.saveExchange,
    ended: (id) => void controllers.delete(id),
    balanceBefore: (of) => balanceBefore(client, of),
    recordCharge: (...charge) => recordCharge(editor, ...charge),
  }
  const done = runBatch(client, connection, runs, { signals, overCaps, deps }).finally(() => {
    for (const { id } of runs) controllers.delete(id)
  })
  for (const { id } of runs) acquireAnswerLock(client.world.locks, id, done)
  await done
}

function runSource(source: ImageSource): RunSource {
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
