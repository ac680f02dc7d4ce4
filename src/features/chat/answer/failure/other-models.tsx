import { useState } from 'react'
import { useStore } from 'zustand'

import { parseModelSuffix } from '../../../../../contract/chat/model-suffix.ts'
import { findModel } from '../../../../../contract/models/find-model.ts'
import { priceOf } from '../../../../../contract/models/price.ts'
import { similarModels } from '../../../../../contract/models/similar-models.ts'
import { setModel } from '../../../../core/chat/conversation/current-conversation.ts'
import { failingModels } from '../../../../core/chat/responses/failing-models.ts'
import { regenerate } from '../../../../core/chat/responses/send-messages.ts'
import { formatMicroUsd } from '../../../../core/format/money.ts'
import type { AnswerMessage } from '../../../../core/storage/conversations/conversation.ts'
import { chat } from '../../../../page/chat.ts'
import { client } from '../../../../page/client.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { useModels } from '../../model/use-models.ts'

/** As many as fit into a line or two. */
const OFFERED = 3

interface OtherModelsProps {
  /** The answer that failed. */
  record: AnswerMessage
  /** The model that was asked. */
  model: string
  /** Only those that cost less. */
  cheaper?: boolean
}

/** Models that can do the same: a press chooses one and sends the request again, to it. */
export function OtherModels({ record, model, cheaper = false }: OtherModelsProps) {
  const { models, mapping } = useModels(true)
  const connection = useStore(client.connections.store, (state) => state.connection)
  const { id: name } = parseModelSuffix(model)
  const failed = findModel(models, name, mapping)
  const price = failed && priceOf(failed)?.output
  // Looked at once, so that what is offered stays where it is while others are tried.
  const [failing] = useState(failingNow)
  const avoided = new Set([...failing].map((one) => findModel(models, one, mapping)?.id ?? one))
  const offered = similarModels(models, failed?.id ?? name, avoided)
    .filter((one) => !cheaper || (priceOf(one)?.output ?? Infinity) < (price ?? 0))
    .slice(0, OFFERED)
  return (
    <div className="flex w-full flex-wrap items-center gap-2">
      {offered.length > 0 && <span className="text-sm text-text-2">Retry with</span>}
      {offered.map((one) => {
        const output = priceOf(one)?.output
        return (
          <Button
            key={one.id}
            disabled={connection === undefined}
            title={`Retry with ${one.id}`}
            aria-label={`Use ${one.id}`}
            onClick={() => {
              setModel(chat, one.id)
              regenerate(chat, record)
            }}
          >
            <span className="font-mono text-xs">{one.id}</span>
            {output !== undefined && (
              <span className="text-xs text-text-3">{formatMicroUsd(output)} per 1M</span>
            )}
          </Button>
        )
      })}
      <Button onClick={focusModelPicker}>Choose another model</Button>
    </div>
  )
}

function failingNow(): Set<string> {
  const { byId, order } = client.exchanges.store.getState()
  return failingModels(order.flatMap((id) => byId[id] ?? []))
}

/** Puts the caret into the model picker: the next step is another model. */
function focusModelPicker(): void {
  document.querySelector<HTMLInputElement>('input[role=combobox][aria-label=Model]')?.focus()
}
