import { Fragment, type ReactNode } from 'react'
import { useStore } from 'zustand'

import type { Failure } from '../../../../../contract/errors/failure.ts'
import { regenerate } from '../../../../core/chat/responses/send-messages.ts'
import { formatDuration } from '../../../../core/format/duration.ts'
import type { AnswerMessage } from '../../../../core/storage/conversations/conversation.ts'
import { chat } from '../../../../page/chat.ts'
import { client } from '../../../../page/client.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { useWait } from '../../../../ui/hooks/use-wait.ts'
import { OpenWallet } from '../../../failures/open-wallet.tsx'
import { ChangeCap, CreditSteps, OpenConnection } from '../../../failures/way-on.tsx'
import { EditLastMessage, FaultySettings, UseSuggestedPrompt } from './edit-steps.tsx'
import { OtherModels } from './other-models.tsx'

interface NextStepsProps {
  record: AnswerMessage
  /** The model that was asked. */
  model: string
  failure: Failure
}

type Step = 'retry' | 'others' | 'connect' | 'connection' | 'wallet' | 'edit'

/** What to press after a failure that has nothing of its own to say, the best first. */
const STEPS: Partial<Record<Failure['kind'], readonly Step[]>> = {
  payment_discovery: ['connect', 'wallet', 'retry'],
  not_encrypted: ['retry', 'others'],
  downgraded: ['others', 'connection', 'retry'],
  sign_in_rejected: ['retry', 'connection'],
  declined: ['retry', 'connection'],
  key_unavailable: ['retry', 'connection'],
  authentication_failed: ['connect', 'retry', 'others'],
  forbidden: ['connect', 'others', 'retry'],
  key_limit_reached: ['connect', 'retry'],
  blocked_by_policy: ['connect', 'retry'],
  pro_only: ['others', 'connection', 'retry'],
  not_found: ['connection', 'retry'],
  model_not_found: ['others', 'connection', 'retry'],
  gone: ['others'],
  payload_too_large: ['edit', 'retry'],
  unreachable: ['retry', 'connection'],
  unexpected_answer: ['retry', 'connection'],
  unsupported_media_type: ['retry', 'connection'],
  at_capacity: ['retry', 'others'],
  inference_failed: ['retry', 'others'],
  bad_gateway: ['retry', 'others'],
}

/** What to press after a failure, the best first. Whatever may cost money again needs this press. */
export function NextSteps({ record, model, failure }: NextStepsProps) {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const offline = useStore(client.network.store, (state) => state.offline)
  const streams = useStore(
    chat.conversation,
    ({ conversation }) => conversation.settings.stream === true,
  )
  const waitMs = useWait('retryAtMs' in failure ? failure.retryAtMs : undefined)
  const again = (label: string, change = {}, options = {}) => (
    <Button
      disabled={connection === undefined || offline || waitMs > 0}
      onClick={() => regenerate(chat, record, change, options)}
    >
      {waitMs > 0 ? `${label} in ${formatDuration(Math.ceil(waitMs / 1000) * 1000)}` : label}
    </Button>
  )
  const retry = again('Retry')
  const steps: Record<Step, ReactNode> = {
    retry,
    others: <OtherModels record={record} model={model} />,
    connect: <OpenConnection />,
    connection: <OpenConnection isFirst={false} />,
    wallet: <OpenWallet label="Pay with a wallet" variant="plain" />,
    edit: <EditLastMessage />,
  }
  switch (failure.kind) {
    case 'invalid_request':
      return (
        <>
          <FaultySettings issues={failure.issues} />
          {retry}
        </>
      )
    case 'payment_required':
    case 'insufficient_balance':
      return (
        <>
          <CreditSteps />
          {retry}
          {connection?.credential?.kind !== 'wallet' && (
            <OtherModels record={record} model={model} cheaper />
          )}
        </>
      )
    case 'unprocessable':
      return (
        <>
          {failure.suggestedPrompt !== undefined && (
            <UseSuggestedPrompt prompt={failure.suggestedPrompt} />
          )}
          <EditLastMessage />
          {retry}
        </>
      )
    case 'timed_out':
      return streams ? retry : again('Retry with streaming', { stream: true })
    case 'over_spend_cap':
      return (
        <>
          <ChangeCap />
          {again('Send anyway', {}, { overCaps: true })}
          {retry}
        </>
      )
    case 'cut':
    case 'stalled':
    case 'answer_too_large':
    case 'not_decrypted':
      return retry
    default:
      return (STEPS[failure.kind] ?? ['retry']).map((step) => (
        <Fragment key={step}>{steps[step]}</Fragment>
      ))
  }
}
