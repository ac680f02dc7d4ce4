import { useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'

import { connectionStore } from '../../api/connection.ts'
import { listModelsOptions } from '../../api/models.ts'
import { parseModelSuffix } from '../../contract/chat/model-suffix.ts'
import type { Model } from '../../contract/models/model.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { conversationStore, setModel } from './conversation-store.ts'
import { modelOption, priceInShort } from './model-option.tsx'

/** Puts the caret into the model picker, for an error whose next step is another model. */
export function focusModelPicker(): void {
  document.querySelector<HTMLInputElement>('input[role=combobox][aria-label=Model]')?.focus()
}

/** The model of the conversation: one of the list, or any id, trait or mapping as text. */
export function ModelPicker() {
  const connection = useStore(connectionStore, (state) => state.connection)
  const model = useStore(conversationStore, ({ conversation }) => conversation.model)
  const { data, error, refetch } = useQuery(listModelsOptions(connection))
  const models = (data ?? []).filter(isTextModel)
  const chosen = modelNamed(models, parseModelSuffix(model).id)
  const price = chosen && priceInShort(chosen)
  return (
    <div className="flex min-w-0 grow items-center gap-2 sm:grow-0">
      <Combobox
        label="Model"
        value={model}
        options={models.map(modelOption)}
        freeText
        emptyText={
          error ? 'The list could not be loaded; any model id can be typed.' : 'Nothing matches.'
        }
        onOpen={() => {
          if (error) void refetch()
        }}
        onChange={setModel}
        className="w-full min-w-0 sm:w-60"
      />
      {price !== undefined && (
        <span className="hidden truncate text-xs text-text-3 md:inline">{price}</span>
      )}
    </div>
  )
}

/** A list that does not tell types apart is taken as text. */
function isTextModel({ type }: Model): boolean {
  return type === undefined || type === 'text' || type === 'code'
}

/** The model an id or a trait names. */
function modelNamed(models: readonly Model[], name: string): Model | undefined {
  return (
    models.find(({ id }) => id === name) ??
    models.find(({ model_spec }) => model_spec?.traits?.includes(name) === true)
  )
}
