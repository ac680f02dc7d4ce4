import {
  type FormEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { useStore } from 'zustand'

import { providerNameProblem } from '../../../contract/provider-name-problem.ts'
import { setModel } from '../../core/chat/conversation/current-conversation.ts'
import { readBaseUrl } from '../../core/client/connection/base-url.ts'
import type { Connection } from '../../core/client/connection/connections.ts'
import { apiKeyCredential } from '../../core/client/connection/credential.ts'
import { testAddress } from '../../core/failures/test-reach.ts'
import {
  type loadTypedApi,
  saveOpenApi,
  saveTypedApi,
} from '../../core/storage/connection/other-api.ts'
import { localText } from '../../core/storage/db/browser-storage.ts'
import { chat } from '../../page/chat.ts'
import { client } from '../../page/client.ts'
import { CodeBlock } from '../../ui/content/code-block.tsx'
import { Disclosure } from '../../ui/content/disclosure.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { settleModel } from '../lazy.ts'
import { allowOriginPath, isAllowedOrigin } from './allowed-origin.ts'
import { SERVERS, serverAt } from './servers.ts'
import { type ConnectionTrial, tryConnection } from './try-connection.ts'

interface RemoteConnectionProps {
  /** What was typed before. */
  typed: ReturnType<typeof loadTypedApi>
  onDone: () => void
}

/** The choice "Another API": where it is, and the key for it. */
export function RemoteConnection({ typed, onDone }: RemoteConnectionProps) {
  const { config, connection } = useStore(client.connections.store)
  const [baseUrl, setBaseUrl] = useState(typed?.baseUrl ?? '')
  const [providerName, setProviderName] = useState(typed?.providerName ?? config.providerName)
  const [showProblems, setShowProblems] = useState(false)
  const reading = readBaseUrl(baseUrl)
  const nameProblem = providerNameProblem(providerName)
  const isAllowed = !reading.ok || isAllowedOrigin(reading.origin, location.origin, config)
  // Whoever comes back from the page that allows the origin wanted to connect.
  const [isResumed] = useState(typed?.isAsked === true && reading.ok && isAllowed)
  const [trial, setTrial] = useState<ConnectionTrial | 'running' | undefined>(
    isResumed ? 'running' : undefined,
  )
  // The key stays in the field itself until it is used; it is in no state and in no store.
  const keyField = useRef<HTMLInputElement>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const failed = typeof trial === 'object' && !trial.ok ? trial : undefined

  const connect = (url: string, models: number) => {
    const apiKey = keyField.current?.value.trim() ?? ''
    const api = { baseUrl: url, providerName }
    saveTypedApi(localText, api)
    saveOpenApi(localText, apiKey === '' ? api : undefined)
    client.connections.connectRemote({ ...api, apiKey })
    onDone()
    void chooseModel(new URL(url).host, models)
  }

  const runTrial = async ({ baseUrl: url, origin }: { baseUrl: string; origin: string }) => {
    const key = keyField.current?.value.trim() ?? ''
    const candidate: Connection = {
      id: crypto.randomUUID(),
      kind: 'remote',
      baseUrl: url,
      providerName,
      ...(key === '' ? {} : { credential: apiKeyCredential(key, origin) }),
    }
    const controller = new AbortController()
    running.current = controller
    const result = await tryConnection(client, candidate, testAddress, controller.signal)
    if (result === undefined || controller.signal.aborted) return
    setTrial(result)
    if (result.ok) connect(url, result.models)
    else if (result.needsKey === true) keyField.current?.focus()
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setShowProblems(true)
    if (!reading.ok || nameProblem !== undefined || trial === 'running') return
    if (isAllowed) {
      setTrial('running')
      void runTrial(reading)
    } else if (config.fixedOrigins !== true) {
      saveTypedApi(localText, { baseUrl: reading.baseUrl, providerName, isAsked: true })
      location.assign(allowOriginPath(reading.origin))
    }
  }

  const resume = useEffectEvent(() => {
    if (typed?.isAsked === true) saveTypedApi(localText, { baseUrl, providerName })
    if (isResumed && reading.ok) void runTrial(reading)
  })
  useEffect(() => resume(), [])

  const changed = () => {
    running.current?.abort()
    setTrial(undefined)
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <div className="grid gap-x-3 gap-y-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
        <Field label="Server">
          {(props) => (
            <select
              {...props}
              value={serverAt(baseUrl) ?? ''}
              onChange={({ target }) => {
                const servers = Object.values(SERVERS).flat()
                setBaseUrl(servers.find(({ name }) => name === target.value)?.baseUrl ?? '')
                changed()
              }}
            >
              <option value="">Custom</option>
              {Object.entries(SERVERS).map(([place, servers]) => (
                <optgroup key={place} label={place}>
                  {servers.map(({ name }) => (
                    <option key={name} value={name}>
                      {name}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
          )}
        </Field>
        <Field
          label="Base URL"
          problem={
            (showProblems || trial !== undefined) && !reading.ok ? reading.message : undefined
          }
        >
          {(props) => (
            <input
              {...props}
              type="url"
              inputMode="url"
              spellCheck={false}
              placeholder="https://api.example.com/v1"
              value={baseUrl}
              onChange={(event) => {
                setBaseUrl(event.target.value)
                changed()
              }}
            />
          )}
        </Field>
      </div>
      <Field
        label="API key"
        hint={
          isAllowed
            ? 'Only if the API requires one. Kept in memory only, cleared on reload.'
            : 'Enter it after allowing: the page reloads, and a key is never stored.'
        }
        problem={failed?.needsKey === true ? failed.meaning : undefined}
      >
        {(props) => (
          <input
            {...props}
            ref={keyField}
            type="password"
            autoComplete="off"
            spellCheck={false}
            disabled={!isAllowed}
            onChange={changed}
          />
        )}
      </Field>
      <Disclosure
        summary="Advanced"
        className="-my-2 -ml-1"
        {...(showProblems && nameProblem !== undefined && { open: true })}
      >
        <div className="py-2 pl-6">
          <Field
            label="Provider name"
            hint={`Prefix of provider fields, such as ${providerName || 'name'}_parameters`}
            problem={showProblems ? nameProblem : undefined}
          >
            {(props) => (
              <input
                {...props}
                type="text"
                autoCapitalize="none"
                spellCheck={false}
                value={providerName}
                onChange={(event) => {
                  setProviderName(event.target.value)
                  changed()
                }}
              />
            )}
          </Field>
        </div>
      </Disclosure>
      {!isAllowed && (
        <p className="rounded-md bg-surface-2 p-3 text-sm text-text-2">
          This page may only contact <Origin>{location.origin}</Origin>.{' '}
          {config.fixedOrigins === true ? (
            <>
              Whoever hosts it can add <Origin>{reading.origin}</Origin> to what its web server
              allows (--allow-api).
            </>
          ) : (
            <>
              Allow <Origin>{reading.origin}</Origin> on the next page. You come back here.
              {connection?.kind === 'remote' && connection.credential !== undefined && (
                <>
                  {' '}
                  Afterwards, enter the key of <Origin>
                    {new URL(connection.baseUrl).host}
                  </Origin>{' '}
                  again to use it.
                </>
              )}
            </>
          )}
        </p>
      )}
      {failed !== undefined && failed.needsKey !== true && reading.ok && (
        <ErrorNotice
          title={failed.title}
          actions={<Button onClick={() => connect(reading.baseUrl, 0)}>Connect anyway</Button>}
        >
          {failed.meaning}
          {failed.command !== undefined && (
            <CodeBlock
              text={failed.command}
              label="Command to run"
              copyLabel="Copy command"
              wrap
              className="mt-2 text-text-1"
            />
          )}
        </ErrorNotice>
      )}
      <div className="flex justify-end">
        {(isAllowed || config.fixedOrigins !== true) && (
          <Button type="submit" variant="primary" aria-disabled={trial === 'running'}>
            {trial === 'running' && <Spinner />}
            {isAllowed ? (trial === 'running' ? 'Connecting' : 'Connect') : 'Allow this origin…'}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Sees to it that the chat asks for a model that the API has; without a list only a person knows one. */
async function chooseModel(host: string, models: number): Promise<void> {
  if (models === 0) {
    setModel(chat, '')
    showToast(`Connected to ${host}. It lists no models: enter a model ID.`)
    return
  }
  const chosen = await settleModel()
  const count = models === 1 ? '1 model' : `${models} models`
  const choice = chosen === undefined ? '' : ` The chat now uses ${chosen}.`
  showToast(`Connected to ${host}: reachable, ${count}.${choice}`)
}

function Origin({ children }: { children: string }) {
  return <span className="font-mono text-xs text-text-1">{children}</span>
}

interface FieldProps {
  label: string
  hint?: string
  problem?: string | undefined
  /** Draws the input with what ties it to its label and hint. */
  children: (props: {
    id: string
    'aria-describedby': string
    'aria-invalid': boolean
    className: string
  }) => ReactNode
}

function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1 text-sm">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': `${id}-hint`,
        'aria-invalid': problem !== undefined,
        className: 'field w-full',
      })}
      <p
        id={`${id}-hint`}
        className={`text-xs empty:hidden ${problem === undefined ? 'text-text-3' : 'text-bad'}`}
      >
        {problem ?? hint}
      </p>
    </div>
  )
}
