import { useEffect, type ReactNode } from 'react'

import type { Failure } from '../../../../../contract/errors/failure.ts'
import type {
  AnswerMessage,
  AnswerVersion,
} from '../../../../core/storage/conversations/conversation.ts'
import { chat } from '../../../../page/chat.ts'
import { FailureNotice } from '../../../failures/failure-notice.tsx'
import { markFaults } from '../../settings/advice/service-faults.ts'
import { NextSteps } from './next-steps.tsx'

interface AnswerFailureProps {
  record: AnswerMessage
  version: AnswerVersion
  failure: Failure
  /** Only the last answer can be asked for again from here. */
  canRepeat: boolean
  /** What to press instead, where the answer is not one of the chat. */
  nextSteps?: (failure: Failure) => ReactNode
}

/** A failed or cut answer in words, with what to press next. */
export function AnswerFailure(props: AnswerFailureProps) {
  const { record, version, failure, canRepeat, nextSteps } = props
  useEffect(() => {
    if (!canRepeat || failure.kind !== 'invalid_request') return undefined
    return markFaults(failure.issues, chat.conversation.getState().conversation.settings)
  }, [canRepeat, failure])
  return (
    <FailureNotice
      failure={failure}
      exchangeId={version.exchangeId}
      actions={
        nextSteps !== undefined ? (
          nextSteps(failure)
        ) : canRepeat ? (
          <NextSteps record={record} model={version.model} failure={failure} />
        ) : undefined
      }
    />
  )
}
