import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'

import { parseModelSuffix } from '../../../contract/chat/model-suffix.ts'
import { findModel } from '../../../contract/models/find-model.ts'
import type { Model } from '../../../contract/models/model.ts'
import { chargeFrom, microUsdFrom } from '../../../contract/money.ts'
import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import { listModelsOptions } from '../../core/client/queries/models.ts'
import { formatMicroUsd, formatUsd } from '../../core/format/money.ts'
import { formatNumber } from '../../core/format/units.ts'
import {
  balanceMovement,
  balancesOf,
  costParts,
  costSentences,
  surchargeSentence,
} from '../../core/inspector/cost/cost-parts.ts'
import { modelOf } from '../../core/inspector/exchange-text.ts'
import { client } from '../../page/client.ts'
import { queryClient } from '../../page/query-client.ts'
import { Section } from '../../ui/content/section.tsx'
import { DefinitionList } from './tab-parts.tsx'

interface CostTabProps {
  exchange: Exchange
  /** All that are kept, oldest first: the neighbours tell what the balance did. */
  exchanges: readonly Exchange[]
}

/** What an exchange used and cost, against what the balance did. */
export function CostTab({ exchange, exchanges }: CostTabProps) {
  const movement = balanceMovement(exchange, exchanges)
  const { usage, cost } = exchange.receipt
  const { beforeUsd, beforeDiem, afterUsd } = balancesOf(exchange)
  const model = useModelOf(exchange)
  const parts = costParts(exchange, model)
  const used = reported([
    ['Prompt', count(usage?.prompt_tokens)],
    ['of which cached', count(usage?.prompt_tokens_details?.cached_tokens)],
    ['Completion', count(usage?.completion_tokens)],
    ['of which reasoning', count(usage?.completion_tokens_details?.reasoning_tokens)],
    ['Total', count(usage?.total_tokens)],
  ])
  const costs = reported([
    ['USD', cost && money(formatUsd(cost.usd))],
    ['of which tokens', parts && money(formatMicroUsd(parts.tokens))],
    ['of which surcharges', parts && money(formatMicroUsd(parts.surcharges))],
    ['DIEM', diem(cost?.diem)],
  ])
  const balances = reported([
    ['USD before', afterUsd === undefined ? beforeUsd && money(formatUsd(beforeUsd)) : undefined],
    ['DIEM before', afterUsd === undefined ? diem(beforeDiem) : undefined],
    [
      'USD after',
      afterUsd === undefined ? afterFromCost(beforeUsd, cost?.usd) : money(formatUsd(afterUsd)),
    ],
  ])
  const sentences =
    exchange.outcome === 'open'
      ? ['The cost is reported at the end of the response.']
      : costSentences(exchange, movement)
  if (used.length + costs.length + balances.length === 0)
    return <p className="p-3 text-text-3">{sentences.join(' ')}</p>
  return (
    <div className="flex flex-col gap-4 p-3">
      {used.length > 0 && (
        <Section title="Tokens">
          <DefinitionList items={used} />
        </Section>
      )}
      {costs.length > 0 && (
        <Section title="Reported cost">
          <DefinitionList items={costs} />
          {parts !== undefined && (
            <p className="text-text-2">{surchargeSentence(exchange, parts)}</p>
          )}
        </Section>
      )}
      <Section title="Balance">
        <DefinitionList items={balances} />
        {sentences.map((sentence) => (
          <p key={sentence} className="text-text-2">
            {sentence}
          </p>
        ))}
      </Section>
    </div>
  )
}

function reported(rows: readonly (readonly [string, ReactNode])[]) {
  return rows.filter(([, value]) => value !== undefined && value !== '')
}

function money(text: string) {
  return <span className="text-money">{text}</span>
}

function count(tokens: number | null | undefined) {
  return tokens === undefined || tokens === null ? undefined : formatNumber(tokens)
}

/** Nothing for a currency that nobody used. */
function diem(amount: number | string | undefined) {
  return amount === undefined || Number(amount) === 0
    ? undefined
    : formatUsd(amount).replace('$', '')
}

function afterFromCost(beforeUsd: string | undefined, costUsd: number | undefined) {
  const [before, cost] = [microUsdFrom(beforeUsd), chargeFrom(costUsd)]
  return before === undefined || cost === undefined
    ? undefined
    : money(`${formatMicroUsd(before - cost)} (calculated)`)
}

function useModelOf(exchange: Exchange): Model | undefined {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const { data: models = [] } = useQuery(listModelsOptions(client, connection), queryClient)
  const name = modelOf(exchange)
  return name === undefined ? undefined : findModel(models, parseModelSuffix(name).id)
}
