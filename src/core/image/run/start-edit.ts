import { pictureMediaType } from '../../../../contract/media/file-type.ts'
import type { Model } from '../../../../contract/models/model.ts'
import { spendLimitsOf } from '../../client/admission/spend-limits.ts'
import { streamSlot } from '../../client/admission/stream-slots.ts'
import type { Connection } from '../../client/connection/connections.ts'
import { fileNamesOf } from '../../client/exchanges/open-exchange.ts'
import { type ImageEditResult, editImage, imageEditBody } from '../../client/image-edit.ts'
import { fileName as safeName } from '../../format/file-name.ts'
import { answerLock } from '../../storage/conversations/answer-lock.ts'
import type { ImageRun, KeptPicture, RunSource } from '../../storage/images/image-run.ts'
import type { ImageSource } from '../../storage/images/image-source.ts'
import {
  editPrice,
  hasPrompt,
  requestedModel,
  textField,
  validateForm,
  variationFields,
} from '../form.ts'
import type { ImageEditor, ImageWorld } from '../image-editor.ts'
import { canSendSource } from '../source/validate-source.ts'
import { balanceBefore, recordCharge } from './charge.ts'
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
  await sendRuns(editor, connection, runs, false)
}

/** Makes one edit once more, as a run of its own. `overCaps`: a person pressed to, in spite of a spend limit. */
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
  await sendRuns(editor, connection, [again], overCaps)
}

/** Sends new runs, each once, and stores what becomes of them. `overCaps`: a person pressed to. */
export async function sendRuns(
  editor: ImageEditor,
  connection: Connection,
  runs: readonly ImageRun[],
  overCaps: boolean,
): Promise<void> {
  const { controllers, journal, ownRunIds } = editor
  for (const { id } of runs) {
    controllers.set(id, new AbortController())
    ownRunIds.add(id)
  }
  const done = sendBatch(editor, connection, runs, overCaps).finally(() => {
    for (const { id } of runs) controllers.delete(id)
  })
  // Until what came is stored: another tab that finds it free takes the outcome for unknown.
  await Promise.all([done, ...runs.map(({ id }) => journal.hold(answerLock(id), () => done))])
}

async function sendBatch(
  editor: ImageEditor,
  connection: Connection,
  runs: readonly ImageRun[],
  overCaps: boolean,
): Promise<void> {
  // Stored before anything is sent: a page that goes away must know that something is out.
  await addRuns(editor, runs)
  const reading = balanceBefore(editor.client, connection)
  const results = await Promise.all(
    runs.map(async (run) => {
      const balanceBeforeMicroUsd = await Promise.race([reading, cancelled(editor, run)])
      if (balanceBeforeMicroUsd !== undefined)
        await changeRun(editor, run.id, { balanceBeforeMicroUsd })
      return sendOne(editor, connection, run, overCaps)
    }),
  )
  await recordCharge(editor, connection, runs, results, reading)
}

/** Resolves once a run is cancelled. */
function cancelled({ controllers }: ImageEditor, { id }: ImageRun): Promise<undefined> {
  return new Promise((resolve) => {
    const { signal } = controllers.get(id) ?? {}
    signal?.addEventListener('abort', () => resolve(undefined), { once: true })
    if (signal?.aborted === true) resolve(undefined)
  })
}

async function sendOne(
  editor: ImageEditor,
  connection: Connection,
  run: ImageRun,
  overCaps: boolean,
): Promise<ImageEditResult | undefined> {
  const { client, controllers, world } = editor
  const { clock, locks } = client.world
  const { id, fields, transport, source, priceMicroUsd } = run
  const { signal } = controllers.get(id) ?? new AbortController()
  /** It can no longer be canceled. */
  const end = (change: Partial<ImageRun>) => {
    controllers.delete(id)
    return changeRun(editor, id, { endedAt: clock.now(), ...change })
  }
  let body: Awaited<ReturnType<typeof imageEditBody>>
  try {
    body = await imageEditBody({
      image: source,
      fields,
      transport,
      async toBase64(file) {
        const text = await world.toBase64(file)
        if (source.kind === 'file') fileNamesOf(client).add(text, source.fileName)
        return text
      },
    })
  } catch (error) {
    const message = error instanceof Error ? error.message : 'The image could not be read.'
    await end({
      state: signal.aborted ? 'stopped' : 'failed',
      notSent: true,
      failure: { kind: 'declined', message },
    })
    return undefined
  }
  const limits = spendLimitsOf(client).admission(() => priceMicroUsd, overCaps)
  const result = await editImage(client, connection, body, {
    signal,
    admit: [limits, streamSlot(locks)],
  })
  const { id: exchangeId, headers, unsent } = result.exchange
  const outcome: Partial<ImageRun> = result.ok
    ? { state: 'done', result: await readResult(world.pictures, run, result.value.file) }
    : {
        ...(result.failure.kind === 'aborted'
          ? { state: 'stopped' }
          : { state: 'failed', failure: result.failure }),
        ...(unsent === true ? { notSent: true } : {}),
      }
  await end({ exchangeId, headers, ...outcome })
  await world.saveExchange(exchangeId)
  return result
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

/** Longest side of the small picture in the log, px. */
const THUMBNAIL_SIDE = 320

/** Reads what the bytes of a response are, whatever its content type claims. */
export async function readResult(
  { inspectPicture }: Pick<ImageWorld['pictures'], 'inspectPicture'>,
  run: ImageRun,
  file: Blob,
): Promise<KeptPicture> {
  const facts = await inspectPicture(file, THUMBNAIL_SIDE).catch(() => undefined)
  const name = resultName(run)
  if (facts === undefined)
    return {
      // Never a type that a browser would run.
      file: new Blob([file], { type: 'application/octet-stream' }),
      fileName: `${name}.bin`,
    }
  const { type, shown, size, thumbnail } = facts
  const sides = shown ?? size
  return {
    file: new Blob([file], { type: pictureMediaType(type) }),
    fileName: `${name}.${type === 'jpeg' ? 'jpg' : type}`,
    type,
    ...(sides === undefined ? {} : { width: sides.width, height: sides.height }),
    ...(thumbnail === undefined ? {} : { thumbnail }),
  }
}

/** `cat-edited-2k`: after the source, with the tier where one was asked for. */
function resultName({ source, fields }: ImageRun): string {
  const given = source.kind === 'file' ? source.fileName : (source.url.split(/[/?#]/).at(-1) ?? '')
  const stem = given.replace(/\.[a-z0-9]{1,5}$/i, '').replace(/(?:-edited(?:-\w+)?)+$/, '')
  const tier = textField(fields, 'resolution').toLowerCase()
  return `${safeName(stem, 'image')}-edited${/^\w+$/.test(tier) ? `-${tier}` : ''}`
}
