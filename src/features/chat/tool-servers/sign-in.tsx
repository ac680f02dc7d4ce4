import { useEffect, useRef, useState } from 'react'

import type { Failure } from '../../../../contract/errors/failure.ts'
import { findSignIn, type SignIn } from '../../../core/mcp/sign-in/find-sign-in.ts'
import { client } from '../../../page/client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { signInToToolServer } from './open-sign-in.ts'
import { ServerFailure } from './server-failure.tsx'

interface SignInProps {
  url: string
  /** What the server asked for. */
  challenge: string | undefined
  /** The value for Authorization. */
  onAuthorized: (authorization: string) => void
}

/** Signing in to a server that requires it: first where, then in a window of its own. */
export function ToolServerSignIn({ url, challenge, onAuthorized }: SignInProps) {
  const [step, setStep] = useState<'running' | SignIn | Failure>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const run = async <T,>(
    act: (signal: AbortSignal) => Promise<{ ok: true; value: T } | { ok: false; failure: Failure }>,
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

  if (step === 'running')
    return (
      <p className="flex items-center gap-2 text-sm text-text-2">
        <Spinner /> Signing in…
      </p>
    )
  if (step !== undefined && 'issuer' in step)
    return (
      <Button
        className="self-start"
        onClick={() => void run((signal) => signInToToolServer(step, signal), onAuthorized)}
      >
        Continue at {new URL(step.issuer).host}
      </Button>
    )
  return (
    <>
      {step !== undefined && <ServerFailure failure={step} />}
      <Button
        className="self-start"
        onClick={() =>
          void run((signal) => findSignIn(client, { url, challenge }, signal), setStep)
        }
      >
        Sign in
      </Button>
    </>
  )
}
