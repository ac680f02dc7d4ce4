import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useStore } from 'zustand'

import { adviceForFailure, type Failure } from '../../../../contract/errors/failure.ts'
import { PRACTICE_ORIGIN } from '../../../../contract/practice/practice-api.ts'
import { allowOriginPath, isAllowedOrigin } from '../../../core/client/connection/base-url.ts'
import type { Secrets } from '../../../core/client/connection/credential.ts'
import { loadServiceConfig } from '../../../core/client/connection/service-config.ts'
import {
  authorizationSecrets,
  authorizationCredential,
  authorizationFault,
  readServerUrl,
} from '../../../core/mcp/server-url.ts'
import {
  MAX_TOOL_SERVERS,
  type SavedToolServer,
} from '../../../core/storage/connection/saved-tool-servers.ts'
import { enableToolSource } from '../../../core/tools/conversation-settings.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { keyHandover } from '../../../page/connections.ts'
import { toolServers } from '../../../page/tools/tool-servers.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { part } from '../../../ui/feedback/part.tsx'
import { ErrorNotice } from '../../../ui/feedback/states.tsx'
import { useLoaded } from '../../../ui/hooks/use-loaded.ts'
import { AddressForm, useAttempt } from '../../failures/address-form.tsx'
import { ServerFailure } from './server-failure.tsx'
import type { SignedIn } from './sign-in.tsx'

const ToolServerSignIn = part(() => import('./sign-in.tsx'), 'ToolServerSignIn')

interface ServerFormProps {
  /** The server whose authorization is to be entered; absent for a new one. */
  server: SavedToolServer | undefined
  /** It was just allowed on the page for that: whoever comes back from there wants to connect. */
  isAsked: boolean
  onDone: () => void
}

/** Where a tool server is, and what authorizes requests to it. */
export function ServerForm({ server, isAsked, onDone }: ServerFormProps) {
  const { config } = useStore(client.connections.store)
  const saved = useStore(toolServers.saved.store)
  const presets = usePresets(saved)
  const [url, setUrl] = useState(server?.url ?? '')
  const [isRemembered, setRemembered] = useState(server?.isRemembered === true)
  const [problem, setProblem] = useState<{ url?: string; authorization?: string }>({})
  const attempt = useAttempt<Failure>()
  const form = useRef<HTMLFormElement>(null)
  const urlField = useRef<HTMLInputElement>(null)
  const authorization = useRef<HTMLInputElement>(null)
  /** What the sign-in gave, as long as its token stands in the field. */
  const signedIn = useRef<SignedIn>(undefined)

  const reading = readServerUrl(url)
  const origin = reading.ok ? new URL(reading.url).origin : undefined
  const isAllowed =
    origin === undefined || isPracticeUrl(url) || isAllowedOrigin(origin, location.origin, config)
  const isFull = server === undefined && saved.length >= MAX_TOOL_SERVERS

  const connect = async (at: string, text: string) => {
    const signal = attempt.begin()
    const { isRemembered: _, ...written } = addressOf(at, server, saved)
    const address = { ...written, usesAuthorization: text !== '' }
    const [token, renew] = signedIn.current?.[0].authorization === text ? signedIn.current : []
    const credential = authorizationCredential(text, at, renew)
    const failure = await toolServers.connect(address, credential, signal)
    if (signal.aborted) return
    if (failure !== undefined) {
      attempt.finish(failure)
      if (needsAuthorization(failure)) authorization.current?.focus()
      return
    }
    enableToolSource(chat, address.id, true)
    if (isRemembered && text !== '')
      void remember(address, {
        ...authorizationSecrets(text),
        ...(token?.refresh !== undefined && { refresh: token.refresh }),
      })
    onDone()
  }

  const submit = () => {
    const text = authorization.current?.value.trim() ?? ''
    const fault = authorizationFault(text)
    setProblem({
      ...(!reading.ok && { url: reading.message }),
      ...(fault !== undefined && { authorization: fault }),
    })
    if (!reading.ok || fault !== undefined || origin === undefined) return
    if (isAllowed) return void connect(reading.url, text)
    if (config.fixedOrigins !== true) allow(reading.url, origin)
  }

  /** Leaves for the page that allows an origin, and comes back to connect. */
  const allow = (at: string, wanted: string) => {
    toolServers.saved.saveAsked({
      ...addressOf(at, server, saved),
      ...(isRemembered && { isRemembered }),
    })
    void keyHandover.leave(client, allowOriginPath(wanted, 'tool-server'))
  }

  const start = useEffectEvent(() => {
    if (isAsked && isAllowed && server?.isRemembered !== true) form.current?.requestSubmit()
    else if (server === undefined) urlField.current?.focus()
    else authorization.current?.focus()
  })
  useEffect(() => start(), [])

  const changed = () => {
    attempt.forget()
    setProblem({})
  }
  const failed = attempt.result
  const missing = failed !== undefined && needsAuthorization(failed)

  return (
    <AddressForm
      formRef={form}
      label={server === undefined ? 'New tool server' : `Connect ${server.name}`}
      className="gap-3 rounded-lg bg-surface-2 p-3 [--field-line:var(--line)]"
      url={{
        label: 'Server URL',
        placeholder: 'https://mcp.example.com/mcp',
        value: url,
        problem: problem.url,
        ref: urlField,
        onChange: ({ target }) => {
          setUrl(target.value)
          changed()
        },
      }}
      belowUrl={
        server === undefined &&
        presets.length > 0 && (
          <div className="-mt-1 flex flex-wrap gap-1">
            {presets.map((preset) => (
              <Button
                key={preset.url}
                variant="ghost"
                aria-pressed={url === preset.url}
                onClick={() => {
                  setUrl(preset.url)
                  changed()
                }}
              >
                {preset.name}
              </Button>
            ))}
          </div>
        )
      }
      secret={{
        label: 'Authorization',
        hint: 'Only if the server requires it: “Bearer …” or a token. Cleared on reload.',
        problem: problem.authorization ?? (missing ? adviceForFailure(failed).meaning : undefined),
        ref: authorization,
        onChange: changed,
      }}
      isRemembered={isRemembered}
      onRemember={setRemembered}
      toAllow={isAllowed ? undefined : origin}
      isFixed={config.fixedOrigins === true}
      submit="Connect server"
      isBlocked={isFull}
      isRunning={attempt.isRunning}
      onSubmit={submit}
      onCancel={onDone}
    >
      {missing && reading.ok && (
        <ToolServerSignIn
          url={reading.url}
          challenge={failed.challenge}
          onAllow={(wanted) => allow(reading.url, wanted)}
          onAuthorized={(...given) => {
            signedIn.current = given
            if (authorization.current) authorization.current.value = given[0].authorization
            form.current?.requestSubmit()
          }}
        />
      )}
      {failed !== undefined && !missing && <ServerFailure failure={failed} />}
      {isFull && (
        <ErrorNotice tone="warn" title="Too many tool servers">
          Up to {MAX_TOOL_SERVERS} are saved. Remove one first.
        </ErrorNotice>
      )}
    </AddressForm>
  )
}

/** Saves what authorizes requests to a server; from then on they read the vault: a lock leaves no copy behind. */
async function remember({ id, url }: SavedToolServer, secrets: Secrets): Promise<void> {
  const { rememberSecrets } = await import('../../../page/vault.ts')
  const owner = { origin: new URL(url).origin, connectionId: id }
  if (await rememberSecrets(owner, secrets)) await toolServers.useSealed(id)
}

function needsAuthorization(
  failure: Failure,
): failure is Extract<Failure, { kind: 'tool_server' }> {
  return failure.kind === 'tool_server' && failure.reason === 'authorization'
}

function addressOf(
  url: string,
  entered: SavedToolServer | undefined,
  saved: readonly SavedToolServer[],
): SavedToolServer {
  const known =
    entered?.url === url || saved.every((one) => one.url !== url)
      ? entered
      : saved.find((one) => one.url === url)
  return {
    id: known?.id ?? crypto.randomUUID(),
    name: known?.url === url ? known.name : freeName(url, saved),
    url,
    usesAuthorization: known?.usesAuthorization ?? false,
    ...(known?.isRemembered === true && { isRemembered: true }),
    off: known?.url === url ? known.off : [],
    addedAt: known?.addedAt ?? Date.now(),
  }
}

function freeName(url: string, saved: readonly SavedToolServer[]): string {
  const { host, pathname } = new URL(url)
  const base = isPracticeUrl(url) ? 'Practice' : (/\/local\/mcp\/([\w-]+)$/.exec(url)?.[1] ?? host)
  const longer = host + pathname.replace(/\/(?:mcp)?$/, '')
  for (let count = 1; ; count += 1) {
    const name = [base, longer][count - 1] ?? `${longer} ${count - 1}`
    if (saved.every((one) => one.name !== name)) return name
  }
}

interface Preset {
  name: string
  url: string
}

const PRACTICE_PATH = '/local/mcp'

/** Whether a URL is that of the practice server, in the local service or in this page. */
function isPracticeUrl(url: string): boolean {
  return [PRACTICE_ORIGIN, location.origin].some((origin) => url === origin + PRACTICE_PATH)
}

/** The servers that need no URL to be known: the practice server, and those that the service bridges. */
function usePresets(saved: readonly SavedToolServer[]): readonly Preset[] {
  const mode = useStore(client.connections.store, ({ config }) => config.mode)
  const config = useLoaded(() => loadServiceConfig(client), [])
  const names = config?.['mcpServers']
  const bridged = Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  const origin = mode === 'static' ? PRACTICE_ORIGIN : location.origin
  return [
    { name: 'Practice server', url: origin + PRACTICE_PATH },
    ...bridged.map((name) => ({
      name,
      url: `${location.origin}${PRACTICE_PATH}/${encodeURIComponent(name)}`,
    })),
  ].filter(({ url }) => saved.every((one) => one.url !== url))
}
