import { useEffect, useRef, useState } from 'react'

import type { Failure } from '../../../../contract/errors/failure.ts'
import type { SignIn } from '../../../core/mcp/sign-in/find-sign-in.ts'
import { noSignIn } from '../../../core/mcp/sign-in/sign-in-fault.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { loadToolServerSignIn } from '../lazy.ts'
import { ServerFailure } from './server-failure.tsx'

interface SignInProps {
  url: string
  /** What the server asked for. */
  challenge: string | undefined
  /** The value for Authorization. */
  onAuthorized: (authorization: string) => void
}

type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure }

/** Signing in to a server that requires it: first where, then in a window of its own. */
export function ToolServerSignIn({ url, challenge, onAuthorized }: SignInProps) {
  const [step, setStep] = useState<'running' | SignIn | Failure>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const run = async <T,>(
    act: (signal: AbortSignal) => Promise<Outcome<T>>,
    onValue: (value: T) => void,
  ) => {
    const controller = new AbortController()
    running.current = controller
    setStep('running')
    const result = await act(controller.signal)
    if (controller.signal.aborted) return
    if (result.ok) onValue(result.value)
    else setStep(result.failure)
  }

  const find = async (signal: AbortSignal) => {
    const { findToolServerSignIn } = await loadToolServerSignIn()
    return findToolServerSignIn(url, challenge, signal)
  }

  const signIn = async (found: SignIn, signal: AbortSignal): Promise<Outcome<string>> => {
    // Browsers open a window during a click only: before anything is loaded.
    const popup = window.open('', '', 'popup,width=520,height=720')
    if (popup === null)
      return { ok: false, failure: noSignIn('The browser blocked the sign-in window.') }
    const { signInToToolServer } = await loadToolServerSignIn()
    return signInToToolServer(found, popup, signal)
  }

  if (step === 'running')
    return (
      <p className="flex items-center gap-2 text-sm text-text-2">
        <Spinner /> Signing in…
        <Button
          variant="ghost"
          onClick={() => {
            running.current?.abort()
            setStep(undefined)
          }}
        >
          Cancel sign-in
        </Button>
      </p>
    )
  if (step !== undefined && 'issuer' in step)
    return (
      <Button
        className="self-start"
        onClick={() => void run((signal) => signIn(step, signal), onAuthorized)}
      >
        Continue at {new URL(step.issuer).host}
      </Button>
    )
  return (
    <>
      {step !== undefined && <ServerFailure failure={step} />}
      <Button className="self-start" onClick={() => void run(find, setStep)}>
        Sign in
      </Button>
    </>
  )
}
