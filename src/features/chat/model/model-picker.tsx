import { lazy, Suspense, useState } from 'react'
import { useStore } from 'zustand'

import { connectionStore } from '../../../api/connection.ts'
import { parseModelSuffix } from '../../../contract/chat/model-suffix.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { conversationStore, setModel } from '../conversation/conversation-store.ts'
import { loadModelList } from '../on-demand.ts'
import type { ModelChoices } from './model-list.tsx'

const ModelList = lazy(() =>
  loadModelList().then(
    (module) => ({ default: module.ModelList }),
    () => ({ default: () => null }),
  ),
)

/**
 * The model of the conversation: one of the list, or any id, trait or mapping as text. The list is
 * asked for once `wanted`.
 */
export function ModelPicker({ wanted }: { wanted: boolean }) {
  const connection = useStore(connectionStore, (state) => state.connection)
  const model = useStore(conversationStore, ({ conversation }) => conversation.model)
  const [choices, setChoices] = useState<ModelChoices>()
  const price = choices?.priceOf(parseModelSuffix(model).id)
  return (
    <div className="flex min-w-0 grow items-center gap-2 sm:grow-0">
      <Combobox
        label="Model"
        value={model}
        options={choices?.options ?? []}
        freeText
        emptyText={
          choices?.failed === true
            ? 'The list could not be loaded; any model id can be typed.'
            : choices === undefined
              ? 'Loading the list…'
              : 'Nothing matches.'
        }
        onOpen={() => {
          if (choices?.failed === true) choices.retry()
        }}
        onChange={setModel}
        className="w-full min-w-0 sm:w-60"
      />
      {price !== undefined && (
        <span className="hidden truncate text-xs text-text-3 lg:inline">{price}</span>
      )}
      {wanted && connection !== undefined && (
        <Suspense fallback={null}>
          <ModelList connection={connection} onChoices={setChoices} />
        </Suspense>
      )}
    </div>
  )
}
