import { useQuery } from '@tanstack/react-query'

import { adviceForFailure } from '../../../../contract/errors/failure.ts'
import type { JsonValue } from '../../../../contract/json.ts'
import { rateLimitsOf, rateLimitsResponseSchema } from '../../../../contract/limits/rate-limits.ts'
import { findModel } from '../../../../contract/models/find-model.ts'
import { formatDiem } from '../../../core/client/account/diem.ts'
import { keyAllowance } from '../../../core/client/account/key-balance.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import { QueryFailure } from '../../../core/client/queries/connection-query.ts'
import { listModelsOptions } from '../../../core/client/queries/models.ts'
import { rateLimitsOptions } from '../../../core/client/queries/rate-limits.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { formatDateTime, formatNumber } from '../../../core/format/units.ts'
import { client } from '../../../page/client.ts'
import { queryClient } from '../../../page/query-client.ts'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { JsonView } from '../../../ui/content/json-view.tsx'

/** What the service says about the key (`GET /api_keys/rate_limits`), for the chosen model. */
export function KeyLimits({ connection, model }: { connection: Connection; model: string }) {
  const limits = useQuery(rateLimitsOptions(client, connection), queryClient)
  const models = useQuery({ ...listModelsOptions(client, connection), enabled: false }, queryClient)
  if (connection.credential?.kind !== 'api-key') return null
  // Settings behind the name do not change its limits.
  const name = model.replace(/:[a-z][a-z0-9_]*=.*$/, '')
  const id = findModel(models.data ?? [], name)?.id ?? name
  return (
    <section aria-labelledby="key-heading" className="flex flex-col gap-1">
      <h3 id="key-heading" className="font-medium">
        API key limits
      </h3>
      {limits.isPending && <p className="text-xs text-text-3">Asking the service …</p>}
      {limits.isError && <p className="text-xs text-text-2">{reason(limits.error)}</p>}
      {limits.data !== undefined && <Answer answer={limits.data} model={id} />}
    </section>
  )
}

function Answer({ answer, model }: { answer: JsonValue; model: string }) {
  const { data } = rateLimitsResponseSchema.safeParse(answer)
  const known = data && rateLimitsOf(data, model)
  const tier = data?.data.apiTier?.id
  const rows = [
    ['Requests per minute (RPM)', known?.requestsPerMinute],
    ['Requests per day (RPD)', known?.requestsPerDay],
    ['Tokens per minute (TPM)', known?.tokensPerMinute],
  ] as const
  const { left, period, renewsAt, expiresAt } = keyAllowance(answer)
  const own = [
    ...left.map(([unit, micro]) => [`Left of this key (${unit})`, amountOf(unit, micro)] as const),
    ['Limit period', period],
    ['Daily amounts renew', renewsAt && timeOf(renewsAt)],
    ['Key expires', expiresAt && timeOf(expiresAt)],
  ] as const
  return (
    <>
      <dl aria-label="Left of this key" className="flex flex-col gap-0.5">
        {own.flatMap(([name, value]) =>
          value === undefined ? [] : [<Row key={name} name={name} value={value} />],
        )}
      </dl>
      {data === undefined ? (
        <p className="text-xs text-text-2">Unknown response format:</p>
      ) : (
        <dl aria-label="Limits of this key" className="flex flex-col gap-0.5">
          {tier !== undefined && <Row name="Tier" value={tier} />}
          {model !== '' && <Row name="Model" value={model} />}
          {rows.flatMap(([name, value]) =>
            value === undefined ? [] : [<Row key={name} name={name} value={formatNumber(value)} />],
          )}
        </dl>
      )}
      {data !== undefined && known === undefined && model !== '' && (
        <p className="text-xs text-text-2">It does not list this model.</p>
      )}
      <Disclosure
        summary={<span className="text-xs">Show raw response</span>}
        open={data === undefined}
        className="-ml-1"
      >
        <div className="max-h-48 overflow-auto pl-5">
          <JsonView value={answer} label="API key limits" />
        </div>
      </Disclosure>
    </>
  )
}

function amountOf(unit: string, micro: number): string {
  if (unit === 'USD') return formatMicroUsd(micro)
  return unit === 'DIEM' ? formatDiem(micro) : formatNumber(micro / 1_000_000)
}

function timeOf(text: string): string {
  const at = Date.parse(text)
  return Number.isNaN(at) ? text : formatDateTime(at)
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex justify-between gap-2">
      <dt>{name}</dt>
      <dd className="font-mono text-xs break-all">{value}</dd>
    </div>
  )
}

function reason(error: Error): string {
  if (!(error instanceof QueryFailure)) return error.message
  const { title, meaning } = adviceForFailure(error.failure)
  return `${title}. ${meaning}`
}
