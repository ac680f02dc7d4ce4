import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { Failure } from '../../../../contract/errors/failure.ts'
import { isAllowedOrigin } from '../../../core/client/connection/allowed-origin.ts'
import type { SignIn } from '../../../core/mcp/sign-in/find-sign-in.ts'
import { noSignIn } from '../../../core/mcp/sign-in/sign-in-fault.ts'
import type { NotBegun, Token } from '../../../core/mcp/sign-in/sign-in.ts'
import { client } from '../../../page/client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { FormField } from '../../../ui/controls/form-field.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { AllowNotice } from '../../failures/allow-notice.tsx'
import { findToolServerSignIn, signInToToolServer, tokenRenewal } from './open-sign-in.ts'
import { ServerFailure } from './server-failure.tsx'

interface SignInProps {
  url: string
  /** What the server asked for. */
  challenge: string | undefined
  /** Leaves for the page that allows an origin. */
  onAllow: (origin: string) => void
  onAuthorized: (...signedIn: SignedIn) => void
}

/** A token, and the way to another one where there is one. */
export type SignedIn = [token: Token, renew: (() => Promise<string | undefined>) | undefined]

type Outcome<T> = { ok: true; value: T } | NotBegun

/** Where sign-ins return to. */
const redirectUri = location.origin + import.meta.env.BASE_URL

/** Signing in to a server that requires it: first where, then in a window of its own. */
export function ToolServerSignIn({ url, challenge, onAllow, onAuthorized }: SignInProps) {
  const { config } = useStore(client.connections.store)
  const [found, setFound] = useState<SignIn>()
  const [failed, setFailed] = useState<Failure | 'running'>()
  /** What a person registered this page as, once they have to; undefined before. */
  const [clientId, setClientId] = useState<string>()
  /** The hosts that it uses besides the one whose name is on the button. */
  const [hosts, setHosts] = useState<readonly string[]>([])
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const run = async <T,>(
    act: (signal: AbortSignal) => Promise<Outcome<T>>,
    onValue: (value: T) => void,
  ) => {
    const controller = new AbortController()
    running.current = controller
    setFailed('running')
    const result = await act(controller.signal)
    if (controller.signal.aborted) return
    if (result.ok) {
      setFailed(undefined)
      onValue(result.value)
    } else if (result.needsClientId === true) {
      setFailed(undefined)
      setClientId('')
    } else if (result.hosts !== undefined) {
      setFailed(undefined)
      setHosts(result.hosts)
    } else setFailed(result.failure)
  }

  const signIn = async (at: SignIn, signal: AbortSignal): Promise<Outcome<SignedIn>> => {
    // Browsers open a window during a click only: before anything is read.
    const popup = window.open('', '', 'popup,width=520,height=720')
    if (popup === null)
      return { ok: false, failure: noSignIn('The browser blocked the sign-in window.') }
    const choices = { redirectUri, shownHosts: hosts, ...(clientId !== undefined && { clientId }) }
    const result = await signInToToolServer(at, popup, choices, signal)
    if (!result.ok) return result
    const { refresh } = result.value
    return {
      ok: true,
      value: [result.value, refresh === undefined ? refresh : tokenRenewal(refresh)],
    }
  }

  if (failed === 'running')
    return (
      <p className="flex items-center gap-2 text-sm text-text-2">
        <Spinner /> Signing in…
        <Button
          variant="ghost"
          onClick={() => {
            running.current?.abort()
            setFailed(undefined)
          }}
        >
          Cancel sign-in
        </Button>
      </p>
    )
  const issuer = found && new URL(found.issuer)
  const blocked =
    failed?.kind === 'blocked_by_policy'
      ? failed.origin
      : issuer && !isAllowedOrigin(issuer.origin, location.origin, config)
        ? issuer.origin
        : undefined
  if (blocked !== undefined)
    return (
      <>
        <AllowNotice origin={blocked} isFixed={config.fixedOrigins === true} />
        {config.fixedOrigins !== true && (
          <Button className="self-start" onClick={() => onAllow(blocked)}>
            Allow {new URL(blocked).host}
          </Button>
        )}
      </>
    )
  return (
    <>
      {failed !== undefined && <ServerFailure failure={failed} />}
      {clientId !== undefined && (
        <FormField
          label="Client ID"
          hint={`${issuer?.host} registers no apps automatically. Register one there with the redirect URI ${redirectUri}.`}
        >
          {(props) => (
            <input
              {...props}
              autoComplete="off"
              spellCheck={false}
              value={clientId}
              onChange={(event) => setClientId(event.target.value)}
            />
          )}
        </FormField>
      )}
      {hosts.length > 0 && (
        <p className="text-sm wrap-anywhere">
          {issuer?.host} also uses {hosts.join(', ')}: your sign-in is sent there.
        </p>
      )}
      {found === undefined ? (
        <Button
          className="self-start"
          onClick={() =>
            void run((signal) => findToolServerSignIn(url, challenge, signal), setFound)
          }
        >
          Sign in
        </Button>
      ) : (
        <Button
          className="self-start"
          disabled={clientId === ''}
          onClick={() =>
            void run(
              (signal) => signIn(found, signal),
              (value) => onAuthorized(...value),
            )
          }
        >
          Continue at {issuer?.host}
        </Button>
      )}
    </>
  )
}
