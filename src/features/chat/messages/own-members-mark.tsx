import CornerUpLeft from 'lucide-react/icons/corner-up-left'
import { useStore } from 'zustand'

import { isMadeBy, ownMembers } from '../../../core/chat/request/request-body.ts'
import {
  selectedChoice,
  type AnswerVersion,
} from '../../../core/storage/conversations/conversation.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { usePopover } from '../../../ui/overlays/use-popover.ts'

/** A quiet mark under a response that holds something for its own model alone: what, and whether it is sent back. */
export function OwnMembersMark({ version }: { version: AnswerVersion }) {
  const model = useStore(chat.conversation, ({ conversation }) => conversation.model)
  const baseUrl = useStore(client.connections.store, (state) => state.connection?.baseUrl)
  const { buttonProps, popoverProps } = usePopover()
  const choice = selectedChoice(version)
  const names = choice === undefined ? [] : ownMembers(choice)
  if (names.length === 0) return null
  const label = isMadeBy(version, { model, baseUrl })
    ? 'Sent back to this model as received'
    : `Not sent ${isMadeBy(version, { model }) ? 'to another base URL' : 'to another model'}`
  return (
    <>
      <button
        {...buttonProps}
        type="button"
        aria-label={label}
        title={label}
        className="rounded-md px-1.5 text-text-3 target hover:bg-surface-2"
      >
        <CornerUpLeft size={14} aria-hidden />
      </button>
      <div
        {...popoverProps}
        role="note"
        aria-label="Sent back"
        className="float max-w-72 rounded-md bg-raised p-3 text-sm text-text-2 shadow-float"
      >
        <p className="break-words">{`${label}: ${names.join(', ')}.`}</p>
        <p className="mt-1 text-text-3">
          Shared links, saved cases and converted messages omit it.
        </p>
      </div>
    </>
  )
}
