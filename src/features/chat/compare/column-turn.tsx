import { useStore } from 'zustand'

import { messageText } from '../../../../contract/chat/messages.ts'
import type { Failure } from '../../../../contract/errors/failure.ts'
import type { CompareColumn } from '../../../core/chat/compare/comparison-state.ts'
import { runColumnAgain } from '../../../core/chat/compare/run-columns.ts'
import { plainText } from '../../../core/chat/responses/plain-text.ts'
import {
  shownVersion,
  type MessageRecord,
} from '../../../core/storage/conversations/conversation.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { ChangeCap, OpenConnection } from '../../failures/way-on.tsx'
import { AnswerBody } from '../answer/answer-body.tsx'
import { MessageParts } from '../attachments/sent/message-parts.tsx'
import { MessageBoundary } from '../messages/message-boundary.tsx'

/** One message of a column: what was asked, or what came. */
export function ColumnTurn({ record, column }: { record: MessageRecord; column: CompareColumn }) {
  if (record.kind === 'written') {
    const { role, content } = record.message
    const isUser = role === 'user'
    const text = messageText(record.message)
    const scope = { model: column.conversation.model, messages: column.messages }
    const words = (
      <p
        className={
          isUser
            ? 'w-fit max-w-full rounded-md bg-surface-2 px-3 py-2 leading-normal break-words whitespace-pre-wrap'
            : 'border-l-2 pl-3 leading-normal break-words whitespace-pre-wrap text-text-2'
        }
      >
        <span className="sr-only">{role}: </span>
        {text}
      </p>
    )
    return (
      <div>
        {text !== '' && words}
        <MessageParts messageId={record.id} content={content} scope={scope} />
      </div>
    )
  }
  const version = shownVersion(record)
  if (version === undefined) return null
  const isLast = record.id === column.messages.at(-1)?.id
  return (
    <article aria-label="Assistant message" className="min-w-0">
      <MessageBoundary key={version.id} text={() => plainText(version.answer)}>
        <AnswerBody
          record={record}
          version={version}
          isLast={false}
          nextSteps={(failure) =>
            isLast ? <ColumnSteps column={column} failure={failure} /> : undefined
          }
        />
      </MessageBoundary>
    </article>
  )
}

const AT_THE_CONNECTION: readonly Failure['kind'][] = [
  'authentication_failed',
  'payment_required',
  'insufficient_balance',
  'payment_discovery',
  'sign_in_rejected',
  'forbidden',
]

/** What to press after a failure in one column, besides running it again. */
function ColumnSteps({ column, failure }: { column: CompareColumn; failure: Failure }) {
  const connection = useStore(client.connections.store, (state) => state.connection)
  if (failure.kind === 'over_spend_cap') {
    const send = () => {
      const [fault] = runColumnAgain(chat, column.conversation.id, { overCaps: true })
      if (fault !== undefined) showToast(fault)
    }
    return (
      <>
        <ChangeCap />
        <Button disabled={connection === undefined} onClick={send}>
          Send anyway
        </Button>
      </>
    )
  }
  return AT_THE_CONNECTION.includes(failure.kind) ? <OpenConnection /> : null
}
