import { useDeferredValue, useId, useMemo } from 'react'
import { useStore } from 'zustand'

import { maxCostInWords } from '../../../core/chat/request/max-cost.ts'
import { messagesOf } from '../../../core/chat/request/request-body.ts'
import { chat } from '../../../page/chat.ts'
import { usePopover } from '../../../ui/overlays/use-popover.ts'
import { useModels } from '../model/use-models.ts'

/** The max cost of the next request, with what it counts. */
export function MaxCost() {
  const { models, mapping } = useModels(true)
  const { model: name, settings } = useStore(chat.conversation, (state) => state.conversation)
  const records = useStore(chat.conversation, (state) => state.messages)
  const text = useDeferredValue(useStore(chat.draft, (state) => state.text))
  const attachments = useStore(chat.attachments, (state) => state.list)
  const messages = useMemo(() => messagesOf(records), [records])
  const { buttonProps, popoverProps } = usePopover(undefined, 'end')
  const explanation = useId()
  const cost = maxCostInWords({ name, settings, messages, text, attachments }, models, mapping)
  if (cost === undefined) return null
  return (
    <>
      <button
        {...buttonProps}
        type="button"
        title="Max cost"
        aria-label={`Max cost: ${cost}`}
        aria-describedby={explanation}
        className="rounded-md px-1.5 text-xs whitespace-nowrap text-money tabular-nums target hover:bg-surface-2"
      >
        {cost}
      </button>
      <div
        {...popoverProps}
        id={popoverProps.id}
        className="float max-w-72 rounded-md bg-raised p-3 text-sm text-text-2 shadow-float"
      >
        <p id={explanation}>
          Your messages and the longest response allowed, at this model's list price.
        </p>
      </div>
    </>
  )
}
