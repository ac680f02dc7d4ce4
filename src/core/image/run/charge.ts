import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import { balancesOf } from '../../../../contract/headers/response-facts.ts'
import { microUsdFrom } from '../../../../contract/money.ts'
import { readKeyBalance } from '../../client/account/key-balance.ts'
import type { Client } from '../../client/client.ts'
import type { Connection } from '../../client/connection/connections.ts'
import type { ImageEditResult } from '../../client/image-edit.ts'
import type { ImageRun } from '../../storage/images/image-run.ts'
import type { ImageEditor } from '../image-editor.ts'
import { changeRun, runById } from './runs.ts'

/** The last known balance; a key's is read where none is known yet, which is free. */
export async function balanceBefore(
  client: Client,
  connection: Connection,
): Promise<number | undefined> {
  const { balanceMicroUsd } = client.accounts.of(connection)
  if (balanceMicroUsd !== undefined || connection.credential?.kind !== 'api-key')
    return balanceMicroUsd
  return readKeyBalance(client, connection, AbortSignal.timeout(5000)).catch(() => undefined)
}

/** Records what the balance went down by. A key's responses only have the balance before them. */
export async function recordCharge(
  editor: ImageEditor,
  connection: Connection,
  runs: readonly ImageRun[],
  results: readonly (ImageEditResult | undefined)[],
  knownBefore: Promise<number | undefined>,
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
  const before = reported.before ?? (await knownBefore)
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
