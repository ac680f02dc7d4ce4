import { useStore } from 'zustand'

import { canContinue } from '../../../core/chat/responses/continued-answer.ts'
import { continueAnswer } from '../../../core/chat/responses/send-messages.ts'
import type {
  AnswerMessage,
  AnswerVersion,
} from '../../../core/storage/conversations/conversation.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'

/** Says over which connection an answer came, where that is not the current one. */
export function AnswerConnection({ connection }: Pick<AnswerVersion, 'connection'>) {
  const current = useStore(client.connections.store, (state) => state.connection?.id)
  return connection === undefined || connection.id === current ? null : (
    <span title="Sent over this connection">
      <Badge>{connection.name}</Badge>
    </span>
  )
}

/** Says that a version is not an answer as it came. */
export function AnswerOrigin({ origin }: Pick<AnswerVersion, 'origin'>) {
  if (origin === 'edited') return <Badge>edited</Badge>
  return origin === 'continued' ? (
    <span title="The metrics below are for the last request only">
      <Badge>continued</Badge>
    </span>
  ) : null
}

/** Asks the model to go on where its answer was cut off; each press is one request. */
export function ContinueAnswer({
  record,
  version,
}: {
  record: AnswerMessage
  version: AnswerVersion
}) {
  const connection = useStore(client.connections.store, (state) => state.connection)
  if (!canContinue(version.answer)) return null
  return (
    <p className="mt-2 flex flex-wrap items-center gap-2 text-sm text-text-3">
      <Button disabled={connection === undefined} onClick={() => continueAnswer(chat, record)}>
        Continue
      </Button>
      Sends this text as the start of the response and appends the rest.
    </p>
  )
}
