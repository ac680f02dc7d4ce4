import { spendLimitsOf } from '../../client/admission/spend-limits.ts'
import { streamSlot } from '../../client/admission/stream-slots.ts'
import type { Client } from '../../client/client.ts'
import type { Connection } from '../../client/connection/connections.ts'
import { fileNamesOf } from '../../client/exchanges/open-exchange.ts'
import { editImage, imageEditBody, type ImageEditResult } from '../../client/image-edit.ts'
import type { ImageRun, KeptPicture } from '../../storage/images/image-run.ts'

/** Where runs are kept, and what reads and writes pictures. */
export interface BatchDeps {
  /** Stores new runs before anything is sent. */
  add(runs: readonly ImageRun[]): Promise<void>
  /** Changes a stored run. */
  change(id: string, change: Partial<ImageRun>): Promise<void>
  /** Base64 of a file; rejects when it cannot be read. */
  toBase64: (file: Blob) => Promise<string>
  /** Reads what the bytes of a response are. */
  readResult(run: ImageRun, file: Blob): Promise<KeptPicture>
  /** Stores an exchange that is over. Never rejects. */
  saveExchange: (exchangeId: string) => Promise<void>
  /** A run that ends no other way: it can no longer be cancelled. */
  ended(runId: string): void
  /** The credit before the batch in micro-USD, where it is known. */
  balanceBefore(connection: Connection): Promise<number | undefined>
  /** Records what the batch was charged. */
  recordCharge(
    connection: Connection,
    runs: readonly ImageRun[],
    results: readonly (ImageEditResult | undefined)[],
    before: number | undefined,
  ): Promise<void>
}

/**
 * Sends new runs, each once, and stores what becomes of them. `signals` cancel them by run id;
 * `overCaps`: a person pressed to send although a spend cap is in the way.
 */
export async function runBatch(
  client: Client,
  connection: Connection,
  runs: readonly ImageRun[],
  { signals, overCaps, deps }: RunOptions,
): Promise<void> {
  // Stored before anything is sent: a page that goes away must know that something is out.
  await deps.add(runs)
  const before = await deps.balanceBefore(connection)
  if (before !== undefined)
    await Promise.all(runs.map(({ id }) => deps.change(id, { balanceBeforeMicroUsd: before })))
  const results = await Promise.all(
    runs.map((run) => runOne(client, connection, run, { signals, overCaps, deps })),
  )
  await deps.recordCharge(connection, runs, results, before)
}

export interface RunOptions {
  signals: ReadonlyMap<string, AbortSignal>
  overCaps: boolean
  deps: BatchDeps
}

/** Sends one edit; undefined when nothing could be sent of it. */
async function runOne(
  client: Client,
  connection: Connection,
  run: ImageRun,
  { signals, overCaps, deps }: RunOptions,
): Promise<ImageEditResult | undefined> {
  const { id, fields, transport, source, priceMicroUsd } = run
  const signal = signals.get(id) ?? new AbortController().signal
  const image =
    source.kind === 'url'
      ? source
      : { kind: 'file' as const, file: source.file, fileName: source.fileName }
  let body: Awaited<ReturnType<typeof imageEditBody>>
  try {
    body = await imageEditBody({
      image,
      fields,
      transport,
      async toBase64(file) {
        const text = await deps.toBase64(file)
        if (image.kind === 'file') fileNamesOf(client).add(text, image.fileName)
        return text
      },
    })
  } catch (error) {
    const message = error instanceof Error ? error.message : 'The image could not be read.'
    deps.ended(id)
    await deps.change(id, {
      state: signal.aborted ? 'stopped' : 'failed',
      endedAt: client.world.clock.now(),
      notSent: true,
      failure: { kind: 'declined', message },
    })
    return undefined
  }
  const result = await editImage(client, connection, body, {
    signal,
    admit: [
      spendLimitsOf(client).admission(() => priceMicroUsd, overCaps),
      streamSlot(client.world.locks),
    ],
  })
  const end = await endOf(run, result, deps)
  deps.ended(id)
  const { id: exchangeId } = result.exchange
  await deps.change(id, { endedAt: client.world.clock.now(), exchangeId, ...end })
  await deps.saveExchange(exchangeId)
  return result
}

async function endOf(
  run: ImageRun,
  result: ImageEditResult,
  deps: BatchDeps,
): Promise<Partial<ImageRun>> {
  const { headers, unsent } = result.exchange
  const sent: Partial<ImageRun> = unsent === true ? { notSent: true } : {}
  if (result.ok)
    return { state: 'done', headers, result: await deps.readResult(run, result.value.file) }
  const { failure } = result
  if (failure.kind === 'aborted') return { state: 'stopped', headers, ...sent }
  return { state: 'failed', headers, failure, ...sent }
}
