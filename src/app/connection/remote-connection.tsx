import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'

import { providerNameProblem } from '../../../contract/provider-name-problem.ts'
import { readBaseUrl } from '../../core/client/connection/base-url.ts'
import type { Connection } from '../../core/client/connection/connections.ts'
import { apiKeyCredential } from '../../core/client/connection/credential.ts'
import { client } from '../../page/client.ts'
import { settings } from '../../page/settings.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { settleModel } from '../lazy.ts'
import { allowOriginPath, isAllowedOrigin } from './allowed-origin.ts'
import { type ConnectionTrial, tryConnection } from './try-connection.ts'

/** The choice "Another API": where it is, what it calls itself, and the key for it. */
export function RemoteConnection({ onDone }: { onDone: () => void }) {
  const kept = settings.store.getState().remote
  const config = useStore(client.connections.store, (state) => state.config)
  const [baseUrl, setBaseUrl] = useState(kept?.baseUrl ?? '')
  const [providerName, setProviderName] = useState(kept?.providerName ?? config.providerName)
  const [showProblems, setShowProblems] = useState(false)
  const [trial, setTrial] = useState<ConnectionTrial | 'running'>()
  // The key stays in the field itself until it is used; it is in no state and in no store.
  const keyField = useRef<HTMLInputElement>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const reading = readBaseUrl(baseUrl)
  const nameProblem = providerNameProblem(providerName)
  const isAllowed = !reading.ok || isAllowedOrigin(reading.origin, location.origin, config)

  const keep = (url: string) => {
    const key = keyField.current?.value.trim() ?? ''
    settings.save({ remote: { baseUrl: url, providerName } })
    client.connections.connectRemote({ baseUrl: url, apiKey: key, providerName })
    onDone()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setShowProblems(true)
    if (!reading.ok || nameProblem !== undefined || trial === 'running') return
    if (!isAllowed) {
      if (config.fixedOrigins) return
      settings.save({ remote: { baseUrl: reading.baseUrl, providerName } })
      location.assign(allowOriginPath(reading.origin))
      return
    }
    const key = keyField.current?.value.trim() ?? ''
    const candidate: Connection = {
      id: crypto.randomUUID(),
      kind: 'remote',
      baseUrl: reading.baseUrl,
      providerName,
      ...(key === '' ? {} : { credential: apiKeyCredential(key, reading.origin) }),
    }
    setTrial('running')
    const controller = new AbortController()
    running.current = controller
    const result = await tryConnection(client, candidate, controller.signal)
    if (controller.signal.aborted) return
    setTrial(result)
    if (!result.ok) return
    keep(reading.baseUrl)
    const models = result.models === 1 ? '1 model' : `${result.models} models`
    const chosen = await settleModel()
    const choice = chosen === undefined ? '' : ` The chat now uses ${chosen}.`
    showToast(`Connected to ${new URL(reading.baseUrl).host}: reachable, ${models}.${choice}`)
  }

  const changed = () => {
    running.current?.abort()
    setTrial(undefined)
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
      <Field
        label="Base URL"
        hint="With its version, such as https://api.example.com/api/v1"
        problem={(showProblems || trial !== undefined) && !reading.ok ? reading.message : undefined}
      >
        {(props) => (
          <input
            {...props}
            type="url"
            inputMode="url"
            spellCheck={false}
            value={baseUrl}
            onChange={(event) => {
              setBaseUrl(event.target.value)
              changed()
            }}
          />
        )}
      </Field>
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
      {isAllowed ? (
        <Field label="API key" hint="Kept in memory only, cleared on reload." problem={undefined}>
          {(props) => (
            <input
              {...props}
              ref={keyField}
              type="password"
              autoComplete="off"
              spellCheck={false}
              onChange={changed}
            />
          )}
        </Field>
      ) : (
        <p className="rounded-md border border-warn/50 bg-warn/5 p-3 text-sm">
          This page may only contact <span className="font-mono text-xs">{location.origin}</span>.{' '}
          {config.fixedOrigins ? (
            <>
              Whoever hosts it can add{' '}
              <span className="font-mono text-xs">{reading.ok && reading.origin}</span> to what its
              web server allows (--allow-api).
            </>
          ) : (
            <>
              Allow <span className="font-mono text-xs">{reading.ok && reading.origin}</span>? The
              page reloads, then asks for the key.
            </>
          )}
        </p>
      )}
      {typeof trial === 'object' && !trial.ok && reading.ok && (
        <ErrorNotice
          title={trial.title}
          actions={<Button onClick={() => keep(reading.baseUrl)}>Connect anyway</Button>}
        >
          {trial.meaning}
        </ErrorNotice>
      )}
      <div className="flex justify-end">
        {(isAllowed || !config.fixedOrigins) && (
          <Button type="submit" variant="primary" aria-disabled={trial === 'running'}>
            {trial === 'running' && <Spinner />}
            {isAllowed ? (trial === 'running' ? 'Connecting' : 'Connect') : 'Allow this origin…'}
          </Button>
        )}
      </div>
    </form>
  )
}

interface FieldProps {
  label: string
  hint: string
  problem: string | undefined
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
        className: 'field w-full font-mono',
      })}
      <p
        id={`${id}-hint`}
        className={problem === undefined ? 'text-xs text-text-3' : 'text-xs text-bad'}
      >
        {problem ?? hint}
      </p>
    </div>
  )
}
