import { useQuery } from '@tanstack/react-query'
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
import { DefinitionList } from './definition-list.tsx'

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
  return (
    <div className="flex flex-col gap-4 p-3">
      <Section title="Tokens">
        <DefinitionList
          items={[
            ['Prompt', tokens(usage?.prompt_tokens)],
            ['of which cached', tokens(usage?.prompt_tokens_details?.cached_tokens)],
            ['Completion', tokens(usage?.completion_tokens)],
            ['of which reasoning', tokens(usage?.completion_tokens_details?.reasoning_tokens)],
            ['Total', tokens(usage?.total_tokens)],
          ]}
        />
      </Section>
      <Section title="Reported cost">
        <DefinitionList
          items={[
            ['USD', cost === undefined ? notReported : money(formatUsd(cost.usd))],
            ...(parts === undefined
              ? []
              : [
                  ['of which tokens', money(formatMicroUsd(parts.tokens))] as const,
                  ['of which surcharges', money(formatMicroUsd(parts.surcharges))] as const,
                ]),
            ['DIEM', cost === undefined ? notReported : formatDiem(cost.diem)],
          ]}
        />
        {parts !== undefined && <p className="text-text-2">{surchargeSentence(exchange, parts)}</p>}
      </Section>
      <Section title="Balance">
        <DefinitionList
          items={
            afterUsd === undefined
              ? [
                  [
                    'USD before',
                    beforeUsd === undefined ? notReported : money(formatUsd(beforeUsd)),
                  ],
                  ['DIEM before', beforeDiem === undefined ? notReported : formatDiem(beforeDiem)],
                  ['USD after', afterFromCost(beforeUsd, cost?.usd) ?? notReported],
                ]
              : [['USD after', money(formatUsd(afterUsd))]]
          }
        />
        {exchange.outcome === 'open' ? (
          <p className="text-text-3">The cost is reported at the end of the response.</p>
        ) : (
          costSentences(exchange, movement).map((sentence) => (
            <p key={sentence} className="text-text-2">
              {sentence}
            </p>
          ))
        )}
      </Section>
    </div>
  )
}

function money(text: string) {
  return <span className="text-money">{text}</span>
}

const notReported = <span className="text-text-3">not reported</span>

function tokens(count: number | null | undefined) {
  return count === undefined || count === null ? notReported : formatNumber(count)
}

function formatDiem(amount: number | string): string {
  return formatUsd(amount).replace('$', '')
}

function afterFromCost(beforeUsd: string | undefined, costUsd: number | undefined) {
  const [before, cost] = [microUsdFrom(beforeUsd), chargeFrom(costUsd)]
  return before === undefined || cost === undefined
    ? undefined
    : money(`${formatMicroUsd(before - cost)} (calculated)`)
}

/** The model that an exchange asked for, when the connection's list of models knows it. */
function useModelOf(exchange: Exchange): Model | undefined {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const { data: models = [] } = useQuery(listModelsOptions(client, connection), queryClient)
  const name = modelOf(exchange)
  return name === undefined ? undefined : findModel(models, parseModelSuffix(name).id)
}
