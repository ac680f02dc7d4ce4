import { useEffect } from 'react'

import type { Failure } from '../../../../../contract/errors/failure.ts'
import type {
  AnswerMessage,
  AnswerVersion,
} from '../../../../core/storage/conversations/conversation.ts'
import { chat } from '../../../../page/chat.ts'
import { FailureNotice } from '../../../failures/failure-notice.tsx'
import { chatViewStore, NO_FAULTS } from '../../chat-view-store.ts'
import { NextSteps } from './next-steps.tsx'

interface AnswerFailureProps {
  record: AnswerMessage
  version: AnswerVersion
  failure: Failure
  /** Only the last answer can be asked for again from here. */
  canRepeat: boolean
}

/** A failed or cut answer in words, with what to press next. */
export function AnswerFailure(props: AnswerFailureProps) {
  const { record, version, failure, canRepeat } = props
  useEffect(() => {
    if (!canRepeat || failure.kind !== 'invalid_request') return undefined
    const { settings } = chat.conversation.getState().conversation
    const serviceFaults = { issues: failure.issues, settings }
    chatViewStore.setState({ serviceFaults, wantedSetting: undefined })
    return () =>
      chatViewStore.setState((now) =>
        now.serviceFaults === serviceFaults ? { serviceFaults: NO_FAULTS } : {},
      )
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
