import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import { balancesOf } from '../../../../contract/headers/response-facts.ts'
import { pictureMediaType } from '../../../../contract/media/file-type.ts'
import type { Model } from '../../../../contract/models/model.ts'
import { microUsdFrom } from '../../../../contract/money.ts'
import { readKeyBalance } from '../../client/account/key-balance.ts'
import type { Client } from '../../client/client.ts'
import type { Connection } from '../../client/connection/connections.ts'
import type { ImageEditResult } from '../../client/image-edit.ts'
import { fileName as safeName } from '../../format/file-name.ts'
import { acquireAnswerLock } from '../../storage/conversations/answer-lock.ts'
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
import { type BatchDeps, runBatch } from './run-batch.ts'
import { addRuns, changeRun, isEditing, runById } from './runs.ts'

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

/** The last known balance; a key's is read where none is known yet, which is free. */
async function balanceBefore(client: Client, connection: Connection): Promise<number | undefined> {
  const { balanceMicroUsd } = client.accounts.of(connection)
  if (balanceMicroUsd !== undefined || connection.credential?.kind !== 'api-key')
    return balanceMicroUsd
  return readKeyBalance(client, connection, AbortSignal.timeout(5000)).catch(() => undefined)
}

/** Records what the balance went down by. A key's responses only have the balance before them. */
async function recordCharge(
  editor: ImageEditor,
  connection: Connection,
  runs: readonly ImageRun[],
  results: readonly (ImageEditResult | undefined)[],
  knownBefore: number | undefined,
): Promise<void> {
  const { client } = editor
  const answered = results.flatMap((result) =>
    result?.ok === true ? [result.exchange.headers] : [],
  )
  // One that was cancelled may still be billed: then no figure would be right.
  if (answered.length === 0 || runs.some(({ id }) => wasCancelledAfterSend(runById(editor, id))))
    return
  const reported = batchBalances(answered, connection.providerName)
  const isKey = connection.credential?.kind === 'api-key'
  const before = reported.before ?? knownBefore
  const after =
    reported.after ??
    (isKey
      ? await readKeyBalance(client, connection, AbortSignal.timeout(10_000)).catch(() => undefined)
      : undefined)
  const done = runs.filter(({ id }) => runById(editor, id)?.state === 'done')
  const charges = chargesOf(
    { before, after, isExact: isKey },
    done.map(({ priceMicroUsd }) => priceMicroUsd),
  )
  const [first] = done
  // Where the credit in USD tells nothing, as for accounts that pay in DIEM, list prices count.
  const listed = done.reduce((sum, { priceMicroUsd = 0 }) => sum + priceMicroUsd, 0)
  const charged = charges?.[0]?.microUsd ?? 0
  const microUsd = charged || listed
  if (first !== undefined && microUsd > 0)
    client.world.countCharge?.({
      at: client.world.clock.now(),
      connection: { id: connection.id, name: connection.name },
      model: typeof first.fields['model'] === 'string' ? first.fields['model'] : '/image/edit',
      microUsd,
      ...(charged > 0 ? {} : { isEstimated: true }),
    })
  await Promise.all(
    done.map(({ id }, index) =>
      changeRun(editor, id, {
        ...(reported.after === undefined ? {} : { balanceAfterMicroUsd: reported.after }),
        ...(charges?.[index] === undefined ? {} : { charged: charges[index] }),
      }),
    ),
  )
}

function wasCancelledAfterSend(run: ImageRun | undefined): boolean {
  return run?.state === 'stopped' && run.notSent !== true
}

/** What the answers of one batch say about the credit, micro-USD. */
interface BatchBalances {
  /** Before the first of a key's requests. */
  before?: number
  /** After the last of a wallet's requests. */
  after?: number
}

/**
 * Reads the balance headers of the answers of a batch (contract, "Authentication" 4 and 5): a key is
 * told the balance before each request, a wallet the balance after it.
 */
export function batchBalances(answers: readonly HeaderList[], providerName: string): BatchBalances {
  const told = answers.map((headers) => balancesOf(headers, providerName))
  const before = told.flatMap(({ beforeUsd }) => microUsdFrom(beforeUsd) ?? [])
  const after = told.flatMap(({ afterUsd }) => microUsdFrom(afterUsd) ?? [])
  return {
    ...(before.length === 0 ? {} : { before: Math.max(...before) }),
    ...(after.length === 0 ? {} : { after: Math.min(...after) }),
  }
}

/** The credit around a batch in micro-USD, as far as it is known. */
interface CreditAround {
  before: number | undefined
  after: number | undefined
  /** The one before was told for this very batch, and not with something earlier. */
  isExact: boolean
}

/**
 * What each run of a batch was charged, by what the credit went down by; undefined where that does not tell.
 * The credit only tells the sum; where the listed prices add up to it, each run was charged its own.
 */
export function chargesOf(
  { before, after, isExact }: CreditAround,
  prices: readonly (number | undefined)[],
): NonNullable<ImageRun['charged']>[] | undefined {
  if (before === undefined || after === undefined || after > before) return undefined
  const microUsd = before - after
  const runs = prices.length
  const sum = prices.reduce<number>((total, price) => total + (price ?? Number.NaN), 0)
  // What was heard earlier may be an estimate: it counts only where the listed prices confirm it.
  if (!isExact && sum !== microUsd) return undefined
  return prices.map((own) =>
    runs > 1 && own !== undefined && sum === microUsd
      ? { microUsd, runs, own }
      : { microUsd, runs },
  )
}
