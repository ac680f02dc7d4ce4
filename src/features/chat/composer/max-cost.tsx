import { useId, useMemo } from 'react'
import { useStore } from 'zustand'

import { maxCostInWords } from '../../../core/chat/request/max-cost.ts'
import { pendingToolCalls } from '../../../core/chat/request/pending-tool-calls.ts'
import { messagesOf } from '../../../core/chat/request/request-body.ts'
import { maxRounds, runsByItself } from '../../../core/tools/max-rounds.ts'
import { requestSettings } from '../../../core/tools/wire-tools.ts'
import { chat } from '../../../page/chat.ts'
import { usePopover } from '../../../ui/overlays/popover.ts'
import { useModels } from '../model/use-models.ts'

/** The max cost of the next request, and of all that its tools may lead to, with what it counts. */
export function MaxCost() {
  const { models, mapping } = useModels(true)
  const conversation = useStore(chat.conversation, (state) => state.conversation)
  const { list: sources } = useStore(chat.toolSources)
  const records = useStore(chat.conversation, (state) => state.messages)
  const attachments = useStore(chat.attachments, (state) => state.list)
  const { buttonProps, popoverProps } = usePopover(undefined, 'end')
  const explanation = useId()
  const { model: name, tools = {} } = conversation
  const messages = useMemo(() => messagesOf(records, { model: name }), [records, name])
  const settings = requestSettings(conversation, sources)
  const runsTools =
    settings['tools'] !== undefined &&
    (tools.auto === true || (runsByItself(tools) && pendingToolCalls(records).length > 0))
  const rounds = runsTools ? maxRounds(tools) : 0
  const { spendLimit } = tools
  // In the selector: few of the keys that are pressed change what is shown.
  const cost = useStore(chat.draft, ({ text }) =>
    maxCostInWords(
      { name, settings, messages, text, attachments, rounds, spendLimit },
      models,
      mapping,
    ),
  )
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
          {rounds > 0 &&
            ` With tools: up to ${rounds} more requests, each as long as the model can read${spendLimit === undefined ? '' : ', up to the spend limit'}.`}
        </p>
      </div>
    </>
  )
}
