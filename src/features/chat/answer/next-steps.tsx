import { Fragment, type ReactNode, useState } from 'react'
import { useStore } from 'zustand'

import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import type { Issue } from '../../../../contract/errors/error-body.ts'
import type { Failure } from '../../../../contract/errors/failure.ts'
import { findModel, similarModels } from '../../../../contract/models/find-model.ts'
import { priceOf } from '../../../../contract/models/price.ts'
import { replaceMessage } from '../../../core/chat/conversation/authored-messages.ts'
import { setModel } from '../../../core/chat/conversation/current-conversation.ts'
import { editLastMessage, lastUserMessage } from '../../../core/chat/editors/message-editors.ts'
import { editableTexts, withTexts } from '../../../core/chat/editors/message-edits.ts'
import { failingModels } from '../../../core/chat/responses/failing-models.ts'
import {
  canContinue,
  continueAnswer,
  regenerate,
} from '../../../core/chat/responses/send-messages.ts'
import { settingOfIssue } from '../../../core/chat/settings/settings-fields.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { formatDuration } from '../../../core/format/units.ts'
import {
  type AnswerMessage,
  shownVersion,
} from '../../../core/storage/conversations/conversation.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { useWait } from '../../../ui/hooks/clock.ts'
import { ChangeCap, CreditSteps, OpenConnection, OpenWallet } from '../../failures/way-on.tsx'
import { useModels } from '../model/use-models.ts'
import { showSetting } from '../settings/use-settings-open.ts'

interface NextStepsProps {
  record: AnswerMessage
  /** The model that was asked. */
  model: string
  failure: Failure
}

type Step = 'continue' | 'retry' | 'others' | 'connection' | 'wallet' | 'edit'

/** What to press after a failure that has nothing of its own to say, the best first. */
const STEPS: Partial<Record<Failure['kind'], readonly Step[]>> = {
  cut: ['continue', 'retry'],
  stalled: ['continue', 'retry'],
  payment_discovery: ['connection', 'wallet', 'retry'],
  not_encrypted: ['retry', 'others'],
  downgraded: ['others', 'connection', 'retry'],
  sign_in_rejected: ['retry', 'connection'],
  declined: ['retry', 'connection'],
  key_unavailable: ['retry', 'connection'],
  authentication_failed: ['connection', 'retry', 'others'],
  forbidden: ['connection', 'others', 'retry'],
  key_limit_reached: ['connection', 'retry'],
  blocked_by_policy: ['connection', 'retry'],
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
    continue: <ContinueAnswer record={record} />,
    retry,
    others: <OtherModels record={record} model={model} />,
    connection: <OpenConnection />,
    wallet: <OpenWallet label="Pay with a wallet" />,
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
    default:
      return (STEPS[failure.kind] ?? ['retry']).map((step) => (
        <Fragment key={step}>{steps[step]}</Fragment>
      ))
  }
}

/** Asks the model to go on where its answer was cut off, where it can; each press is one request. */
export function ContinueAnswer({ record }: { record: AnswerMessage }) {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const version = shownVersion(record)
  if (version === undefined || !canContinue(version.answer)) return null
  return (
    <Button
      disabled={connection === undefined}
      title="Sends this text as the start of the response and appends the rest."
      onClick={() => continueAnswer(chat, record)}
    >
      Continue
    </Button>
  )
}

function EditLastMessage() {
  return <Button onClick={() => editLastMessage(chat)}>Edit message</Button>
}

function UseSuggestedPrompt({ prompt }: { prompt: string }) {
  const use = () => {
    const last = lastUserMessage(chat)
    if (last === undefined) return
    const others = editableTexts(last.message).slice(1)
    const undo = replaceMessage(
      chat,
      last.id,
      withTexts(last.message, [prompt, ...others.map(() => '')]),
    )
    showToast('Message replaced with the suggested prompt', { label: 'Undo', run: undo })
  }
  return (
    <>
      <p className="w-full text-sm">
        Suggested: <q>{prompt}</q>
      </p>
      <Button onClick={use}>Use suggested prompt</Button>
    </>
  )
}

function FaultySettings({ issues }: { issues: readonly Issue[] }) {
  const settings = [...new Set(issues.flatMap((issue) => settingOfIssue(issue) ?? []))]
  const inMessages = issues.some(({ path }) => path[0] === 'messages')
  return (
    <>
      {settings.slice(0, 3).map((path) => (
        <Button key={path} onClick={() => showSetting(path)}>
          Go to {path.replace(/^vendor_parameters\./, '')}
        </Button>
      ))}
      {inMessages && <EditLastMessage />}
    </>
  )
}

/** As many as fit into a line or two. */
const OFFERED = 3

interface OtherModelsProps {
  record: AnswerMessage
  model: string
  cheaper?: boolean
}

/** Models that can do the same: a press chooses one and sends the request again, to it. */
function OtherModels({ record, model, cheaper = false }: OtherModelsProps) {
  const { models, mapping } = useModels(true)
  const connection = useStore(client.connections.store, (state) => state.connection)
  const { id: name } = parseModelSuffix(model)
  const failed = findModel(models, name, mapping)
  const price = failed && priceOf(failed)?.output
  // Looked at once, so that what is offered stays where it is while others are tried.
  const [failing] = useState(failingNow)
  const avoided = new Set([...failing].map((one) => findModel(models, one, mapping)?.id ?? one))
  const offered = similarModels(models, failed?.id ?? name, avoided)
    .filter((one) => !cheaper || (priceOf(one)?.output ?? Infinity) < (price ?? 0))
    .slice(0, OFFERED)
  return (
    <div className="flex w-full flex-wrap items-center gap-2">
      {offered.length > 0 && <span className="text-sm text-text-2">Retry with</span>}
      {offered.map((one) => {
        const output = priceOf(one)?.output
        return (
          <Button
            key={one.id}
            disabled={connection === undefined}
            title={`Retry with ${one.id}`}
            aria-label={`Use ${one.id}`}
            onClick={() => {
              setModel(chat, one.id)
              regenerate(chat, record)
            }}
          >
            <span className="font-mono text-xs">{one.id}</span>
            {output !== undefined && (
              <span className="text-xs text-text-3">{formatMicroUsd(output)} per 1M</span>
            )}
          </Button>
        )
      })}
      <Button onClick={focusModelPicker}>Choose another model</Button>
    </div>
  )
}

function failingNow(): Set<string> {
  const { byId, order } = client.exchanges.store.getState()
  return failingModels(order.flatMap((id) => byId[id] ?? []))
}

function focusModelPicker(): void {
  document.querySelector<HTMLInputElement>('input[role=combobox][aria-label=Model]')?.focus()
}
