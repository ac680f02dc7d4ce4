import { readKeyBalance } from '../../../core/client/account/key-balance.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import type { ImageEditResult } from '../../../core/client/image-edit.ts'
import { batchBalances, chargesOf } from '../../../core/image/balance-change.ts'
import type { ImageRun } from '../../../core/storage/images/image-run.ts'
import { client } from '../../../page/client.ts'
import { changeRun, runById } from './runs-store.ts'

/** The credit as last heard of; a key's is asked for when nothing was heard yet, which is free. */
export async function balanceBefore(connection: Connection): Promise<number | undefined> {
  const { balanceMicroUsd } = client.accounts.current.getState()
  if (balanceMicroUsd !== undefined || connection.credential?.kind !== 'api-key')
    return balanceMicroUsd
  return readKeyBalance(client, connection, AbortSignal.timeout(5000)).catch(() => undefined)
}

/** Works out what the credit went down by. A key's answers only tell what was there before. */
export async function noteCharge(
  connection: Connection,
  runs: readonly ImageRun[],
  results: readonly (ImageEditResult | undefined)[],
  knownBefore: number | undefined,
): Promise<void> {
  const answered = results.flatMap((result) =>
    result?.ok === true ? [result.exchange.headers] : [],
  )
  // One that was given up may still be billed: then no figure would be right.
  if (answered.length === 0 || runs.some(({ id }) => wasCancelledAfterSend(runById(id)))) return
  const told = batchBalances(answered, connection.providerName)
  const isKey = connection.credential?.kind === 'api-key'
  const before = told.before ?? knownBefore
  const after =
    told.after ??
    (isKey
      ? await readKeyBalance(client, connection, AbortSignal.timeout(10_000)).catch(() => undefined)
      : undefined)
  const done = runs.filter(({ id }) => runById(id)?.state === 'done')
  const charges = chargesOf(
    { before, after, isExact: isKey },
    done.map(({ priceMicroUsd }) => priceMicroUsd),
  )
  await Promise.all(
    done.map(({ id }, index) =>
      changeRun(id, {
        ...(told.after === undefined ? {} : { balanceAfterMicroUsd: told.after }),
        ...(charges?.[index] === undefined ? {} : { charged: charges[index] }),
      }),
    ),
  )
}

function wasCancelledAfterSend(run: ImageRun | undefined): boolean {
  return run?.state === 'stopped' && run.notSent !== true
}
