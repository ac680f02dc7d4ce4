import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { Failure } from '../../../../contract/errors/failure.ts'
import { ABORTED } from '../../../core/client/admission/admission.ts'
import { isAllowedOrigin } from '../../../core/client/connection/base-url.ts'
import { SIGN_IN_CHANNEL } from '../../../core/mcp/sign-in/callback.ts'
import { findSignIn, noSignIn, type SignIn } from '../../../core/mcp/sign-in/find-sign-in.ts'
import {
  beginSignIn,
  completeSignIn,
  type NotBegun,
  refreshToken,
  type SignInChoices,
  type Token,
} from '../../../core/mcp/sign-in/sign-in.ts'
import { client } from '../../../page/client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { FormField } from '../../../ui/controls/fields.tsx'
import { Spinner } from '../../../ui/feedback/states.tsx'
import { AllowNotice } from '../../failures/address-form.tsx'
import { ServerFailure } from './server-failure.tsx'

interface SignInProps {
  url: string
  challenge: string | undefined
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

function findToolServerSignIn(
  url: string,
  challenge: string | undefined,
  signal: AbortSignal,
): ReturnType<typeof findSignIn> {
  return findSignIn(client, { url, challenge }, signal)
}

async function signInToToolServer(
  signIn: SignIn,
  popup: Window,
  choices: SignInChoices,
  signal: AbortSignal,
): Promise<{ ok: true; value: Token } | NotBegun> {
  // Who lets people sign in can't lead this page elsewhere.
  popup.opener = null
  try {
    const begun = await beginSignIn(client, signIn, choices, signal)
    if (!begun.ok) return begun
    const response = nextResponse(begun.value.state, signal)
    popup.location.href = begun.value.url
    const search = await response
    if (search === undefined) return { ok: false, failure: ABORTED }
    return await completeSignIn(client, begun.value, search, signal)
  } finally {
    popup.close()
  }
}

/** Gets another token each time it is called, as long as the authority gives one. */
function tokenRenewal(refresh: string): () => Promise<string | undefined> {
  let latest = refresh
  return async () => {
    const sent = await refreshToken(client, latest, new AbortController().signal)
    if (!sent.ok) return undefined
    latest = sent.value.refresh ?? latest
    return sent.value.authorization
  }
}

/**
 * The query that comes back to the redirect URI; undefined once it is not waited for. Whether the window is
 * closed can't be told: a sign-in page may cut the tie to whoever opened it.
 */
function nextResponse(state: string, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(SIGN_IN_CHANNEL)
    const end = (search?: string) => {
      channel.close()
      resolve(search)
    }
    if (signal.aborted) return end()
    signal.addEventListener('abort', () => end())
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string' && new URLSearchParams(data).get('state') === state) end(data)
    })
  })
}
