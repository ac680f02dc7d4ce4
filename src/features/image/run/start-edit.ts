import type { Model } from '../../../../contract/models/model.ts'
import { editPriceOf } from '../../../../contract/models/price.ts'
import { hasPrompt, judgeForm } from '../../../core/image/validate-form.ts'
import { variationFields } from '../../../core/image/variations.ts'
import type { ImageRun, RunSource } from '../../../core/storage/images/image-run.ts'
import { client } from '../../../page/client.ts'
import { modelAsked } from '../form/model-asked.ts'
import { imageFormStore, textField } from '../image-form-store.ts'
import type { ImageSource } from '../source/image-source.ts'
import { canSendSource } from '../source/judge-source.ts'
import { sendRuns } from './run-batch.ts'
import { isEditing } from './under-way.ts'

/**
 * Sends what the form holds, once, or as many times as variations are wanted. Does nothing while the
 * form has a fault or an edit of this tab is under way: a second press sends nothing. The models of
 * the list are for the prices.
 */
export async function startEdit(models: readonly Model[]): Promise<void> {
  const form = imageFormStore.getState()
  const { source, transport } = form
  const { connection } = client.connections.store.getState()
  if (connection === undefined || isEditing() || !canSendSource(source)) return
  const wanted = variationFields(form)
  const isSound = wanted.every(
    (fields) => hasPrompt(fields) && judgeForm(fields, modelAsked(models, fields)).length === 0,
  )
  if (!isSound) return
  const batchId = crypto.randomUUID()
  const startedAt = Date.now()
  const runs = wanted.map((fields, index): ImageRun => {
    const price = editPrice(models, fields)
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
      ...(source.kind === 'url' || source.madeFrom === undefined
        ? {}
        : { madeFrom: source.madeFrom }),
      ...(price === undefined ? {} : { priceMicroUsd: price }),
    }
  })
  await sendRuns(connection, runs, false)
}

/**
 * Makes one edit once more, as a run of its own beside the old one. `overCaps`: a person pressed to
 * send it once although a spend cap is in the way.
 */
export async function repeatRun(run: ImageRun, { overCaps }: { overCaps: boolean }): Promise<void> {
  const { connection } = client.connections.store.getState()
  if (connection === undefined || isEditing()) return
  const { source, fields, transport, madeFrom, priceMicroUsd } = run
  const again: ImageRun = {
    id: crypto.randomUUID(),
    batchId: crypto.randomUUID(),
    startedAt: Date.now(),
    state: 'running',
    source,
    fields,
    transport,
    headers: [],
    providerName: connection.providerName,
    ...(madeFrom === undefined ? {} : { madeFrom }),
    ...(priceMicroUsd === undefined ? {} : { priceMicroUsd }),
  }
  await sendRuns(connection, [again], overCaps)
}

/** What an edit with these fields is listed at, micro-USD. */
export function editPrice(
  models: readonly Model[],
  fields: ImageRun['fields'],
): number | undefined {
  const model = modelAsked(models, fields)
  const [resolution, quality] = [textField(fields, 'resolution'), textField(fields, 'quality')]
  return (
    model &&
    editPriceOf(model, {
      ...(resolution === '' ? {} : { resolution }),
      ...(quality === '' ? {} : { quality }),
    })
  )
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
