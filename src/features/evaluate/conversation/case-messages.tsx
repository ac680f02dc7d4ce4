import { useMemo } from 'react'

import { messageText, type Message } from '../../../../contract/chat/messages.ts'
import { fillMessage } from '../../../core/chat/request/variables.ts'
import type { Board, Case } from '../../../core/evaluate/board.ts'
import { writtenMessages } from '../../../core/evaluate/run/request-of-cell.ts'
import { AttachedPart } from '../cases/attach-button.tsx'
import { wholeText, type ResponseText } from './response-text.ts'

interface CaseMessagesProps {
  board: Board
  case: Case
  responseText: ResponseText
}

/** What a case says in every column. */
export function CaseMessages({ board, case: row, responseText }: CaseMessagesProps) {
  return (
    <div className="flex min-w-0 grow flex-col gap-3">
      {writtenMessages(board, row).map((message, at) => (
        <CaseMessage
          // oxlint-disable-next-line react/no-array-index-key -- messages have no other name
          key={at}
          message={fillMessage(message, row.variables).message}
          responseText={responseText}
        />
      ))}
    </div>
  )
}

interface CaseMessageProps {
  message: Message
  responseText: ResponseText
}

function CaseMessage({ message, responseText: Text }: CaseMessageProps) {
  const { role, content } = message
  const text = messageText(message)
  const source = useMemo(() => wholeText(text), [text])
  return (
    <div className="flex flex-col gap-1">
      <span className={role === 'user' ? 'sr-only' : 'text-xs text-text-3'}>{role}</span>
      {role === 'assistant' ? (
        <Text source={source} />
      ) : (
        text !== '' && (
          <p className="w-fit max-w-[68ch] rounded-md bg-surface-2 px-3 py-2 leading-normal break-words whitespace-pre-wrap">
            {text}
          </p>
        )
      )}
      {Array.isArray(content) &&
        // oxlint-disable-next-line react/no-array-index-key -- parts have no other name
        content.map((part, at) => <AttachedPart key={at} part={part} />)}
    </div>
  )
}
