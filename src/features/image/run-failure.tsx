import { useState } from 'react'
import { useStore } from 'zustand'

import type { Failure } from '../../../contract/errors/failure.ts'
import { readKeyBalance } from '../../core/client/account/key-balance.ts'
import { formatDuration } from '../../core/format/units.ts'
import { setField } from '../../core/image/form.ts'
import { adviceForEdit, balanceInWords } from '../../core/image/run/run-notes.ts'
import { repeatRun } from '../../core/image/run/start-edit.ts'
import type { ImageRun } from '../../core/storage/images/image-run.ts'
import { client } from '../../page/client.ts'
import { imageEditor } from '../../page/image.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorNotice } from '../../ui/feedback/states.tsx'
import { useWait } from '../../ui/hooks/clock.ts'
import { useLocation } from '../../ui/hooks/location.tsx'
import { FailureNotice } from '../failures/failure-notice.tsx'
import { ChangeCap, CreditSteps, OpenConnection } from '../failures/way-on.tsx'
import { useEditing } from './use-edit-models.ts'

/** A failed edit in words, with what to press next. */
export function RunFailure({ run, failure }: { run: ImageRun; failure: Failure }) {
  if (run.notSent === true && failure.kind === 'declined')
    return (
      <ErrorNotice title="Image unreadable" actions={<SendAgain run={run} />}>
        <p>{failure.message} Nothing was sent. Choose the image again.</p>
      </ErrorNotice>
    )
  return (
    <FailureNotice
      failure={failure}
      exchangeId={run.exchangeId}
      advise={adviceForEdit}
      actions={<NextSteps run={run} failure={failure} />}
    />
  )
}

function NextSteps({ run, failure }: { run: ImageRun; failure: Failure }) {
  const until = 'retryAtMs' in failure ? failure.retryAtMs : undefined
  const sendAgain = <SendAgain run={run} until={until} />
  switch (failure.kind) {
    case 'authentication_failed':
    case 'payment_discovery':
    case 'forbidden':
    case 'key_limit_reached':
    case 'blocked_by_policy':
    case 'sign_in_rejected':
    case 'declined':
    case 'key_unavailable':
      return (
        <>
          <OpenConnection />
          {sendAgain}
        </>
      )
    case 'payment_required':
    case 'insufficient_balance':
      return (
        <>
          <CreditSteps />
          {sendAgain}
        </>
      )
    case 'pro_only':
    case 'not_found':
    case 'model_not_found':
    case 'at_capacity':
    case 'inference_failed':
    case 'bad_gateway':
      return (
        <>
          {sendAgain}
          <Button onClick={focusModel}>Choose another model</Button>
        </>
      )
    case 'gone':
      return <Button onClick={focusModel}>Choose another model</Button>
    case 'unprocessable': {
      const { suggestedPrompt } = failure
      return (
        <>
          {suggestedPrompt !== undefined && (
            <Button
              variant="primary"
              onClick={() => setField(imageEditor, 'prompt', suggestedPrompt)}
            >
              Use suggested prompt
            </Button>
          )}
          {sendAgain}
        </>
      )
    }
    case 'over_spend_cap':
      return (
        <>
          <ChangeCap />
          <SendAgain run={run} overCaps />
          {sendAgain}
        </>
      )
    case 'unreachable':
      return (
        <>
          {sendAgain}
          <OpenConnection />
          <BalanceCheck run={run} />
        </>
      )
    case 'cut':
    case 'stalled':
    case 'unexpected_answer':
      return (
        <>
          <BalanceCheck run={run} />
          {sendAgain}
        </>
      )
    default:
      return sendAgain
  }
}

interface SendAgainProps {
  run: ImageRun
  /** Unix ms before which the service does not allow it. */
  until?: number | undefined
  overCaps?: boolean
}

function SendAgain({ run, until, overCaps = false }: SendAgainProps) {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const waitMs = useWait(until)
  const editing = useEditing()
  const label = overCaps ? 'Send anyway' : 'Retry'
  return (
    <Button
      disabled={connection === undefined || waitMs > 0 || editing}
      onClick={() => void repeatRun(imageEditor, run, { overCaps })}
    >
      {waitMs > 0 ? `${label} in ${formatDuration(Math.ceil(waitMs / 1000) * 1000)}` : label}
    </Button>
  )
}

function focusModel(): void {
  document.querySelector<HTMLInputElement>('input[role=combobox][aria-label=Model]')?.focus()
}

/** Asks for the credit now, to tell whether a run without an answer was billed. */
export function BalanceCheck({ run }: { run: ImageRun }) {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const [, navigate] = useLocation()
  const [words, setWords] = useState<string>()
  const [asking, setAsking] = useState(false)
  if (connection?.credential?.kind === 'wallet')
    return <Button onClick={() => navigate('/wallet')}>Check balance in Wallet</Button>
  const check = async () => {
    if (connection === undefined) return
    setAsking(true)
    try {
      setWords(
        balanceInWords(run, await readKeyBalance(client, connection, AbortSignal.timeout(20_000))),
      )
    } catch (error) {
      setWords(`Couldn't read the balance. ${error instanceof Error ? error.message : ''}`)
    } finally {
      setAsking(false)
    }
  }
  return (
    <>
      <Button disabled={connection === undefined || asking} onClick={() => void check()}>
        Check balance
      </Button>
      <output className="w-full empty:hidden">{words}</output>
    </>
  )
}
