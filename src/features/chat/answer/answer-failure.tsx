import { useEffect } from 'react'

import type { Failure } from '../../../contract/errors/failure.ts'
import { FailureNotice } from '../../../inspector/failure/failure-notice.tsx'
import type { AnswerMessage, AnswerVersion } from '../../../storage/conversation.ts'
import { conversationStore } from '../conversation/conversation-store.ts'
import { markFaults } from '../settings/service-faults.ts'
import { NextSteps } from './next-steps.tsx'

interface AnswerFailureProps {
  record: AnswerMessage
  version: AnswerVersion
  failure: Failure
  /** Only the last answer can be asked for again from here. */
  canRepeat: boolean
}

/** A failed or cut answer in words, with what to press next. */
export function AnswerFailure({ record, version, failure, canRepeat }: AnswerFailureProps) {
  useEffect(() => {
    if (!canRepeat || failure.kind !== 'invalid_request') return undefined
    return markFaults(failure.issues, conversationStore.getState().conversation.settings)
  }, [canRepeat, failure])
  return (
    <FailureNotice
      failure={failure}
      exchangeId={version.exchangeId}
      actions={
        canRepeat ? (
          <NextSteps record={record} model={version.model} failure={failure} />
        ) : undefined
      }
    />
  )
}
