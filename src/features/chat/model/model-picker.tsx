import ListFilter from 'lucide-react/icons/list-filter'
import { useState } from 'react'
import { useStore } from 'zustand'

import { setModel } from '../../../core/chat/conversation/current-conversation.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { Combobox } from '../../../ui/controls/combobox.tsx'
import { part, retryChunks } from '../../../ui/feedback/part.tsx'
import type { ModelChoices } from './model-list.tsx'

const ModelList = part(() => import('./model-list.tsx'), 'ModelList', { quiet: true })
const ModelBrowser = part(() => import('./model-browser.tsx'), 'ModelBrowser')
const SuffixChips = part(() => import('./suffix-chips.tsx'), 'SuffixChips')

/** The model of the conversation: a listed one, or any id, trait or mapping. Lists once `wanted`. */
export function ModelPicker({ wanted }: { wanted: boolean }) {
  const connected = useStore(client.connections.store, (state) => state.connection !== undefined)
  const { model, settings } = useStore(chat.conversation, (state) => state.conversation)
  const [choices, setChoices] = useState<ModelChoices>()
  const [browsing, setBrowsing] = useState(false)
  const warnings = choices?.warningsOf(model, settings) ?? []
  return (
    <>
      <Combobox
        label="Model"
        value={model}
        options={choices?.options ?? []}
        freeText
        emptyText={
          choices?.failed === true
            ? "Couldn't load models. You can still type a model ID."
            : choices === undefined
              ? 'Loading models…'
              : 'No matching models.'
        }
        placeholder="Enter a model ID"
        invalid={model === ''}
        onOpen={() => {
          if (choices === undefined) retryChunks()
          else if (choices.failed) choices.retry()
        }}
        onChange={(model) => setModel(chat, model)}
        className="min-w-0 grow basis-0 @lg:max-w-52"
      />
      <IconButton label="Browse models" onClick={() => setBrowsing(true)}>
        <ListFilter size={16} aria-hidden />
      </IconButton>
      {/* Above the row: what stands in it must not move while it is pressed. */}
      {warnings.length > 0 && (
        <p role="status" className="order-first w-full px-1 text-xs text-warn">
          {warnings.join(' ')}
        </p>
      )}
      {model.includes('=') && <SuffixChips />}
      {browsing && <ModelBrowser onClose={() => setBrowsing(false)} />}
      {wanted && connected && <ModelList onChoices={setChoices} />}
    </>
  )
}
