import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useStore } from 'zustand'

import { adviceText } from '../../../../contract/errors/advice.ts'
import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import { providerNameProblem } from '../../../../contract/provider-name.ts'
import {
  allowOriginPath,
  isAllowedOrigin,
  readBaseUrl,
} from '../../../core/client/connection/base-url.ts'
import {
  type CredentialSource,
  secretsCredential,
} from '../../../core/client/connection/credential.ts'
import { readExtraHeaders } from '../../../core/client/connection/extra-headers.ts'
import { isOpen, needsSecrets } from '../../../core/client/connection/saved-choice.ts'
import { Fault } from '../../../core/failures/fault.ts'
import { testAddress } from '../../../core/failures/test-reach.ts'
import type {
  SavedConnection,
  ServerFacts,
} from '../../../core/storage/connection/saved-connections.ts'
import { AddressForm, Entry, useAttempt } from '../../../features/failures/address-form.tsx'
import { client } from '../../../page/client.ts'
import { keyHandover, savedConnections } from '../../../page/connections.ts'
import { CodeBlock } from '../../../ui/content/code.tsx'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { FormField } from '../../../ui/controls/fields.tsx'
import { ErrorNotice } from '../../../ui/feedback/states.tsx'
import { serverAt, SERVERS } from '../servers.ts'
import { type TrialWords, tryConnection } from '../try-connection.ts'
import { defaultName, finishConnecting, freeColor, sameServer } from './finish-connecting.ts'
import { headersText, readFormSecrets } from './form-secrets.ts'

interface ConnectionFormProps {
  /** The connection to change, or whose key is to be entered; absent for a new one. */
  saved?: SavedConnection | undefined
  /** Its origin was just asked for on the page that allows it: now its key can be entered. */
  isAsked: boolean
  onDone: () => void
  onCancel: () => void
}

/** A connection to another API: where it is, and what authenticates there. */
export function ConnectionForm({ saved, isAsked, onDone, onCancel }: ConnectionFormProps) {
  const { config, open } = useStore(client.connections.store)
  const [baseUrl, setBaseUrl] = useState(saved?.baseUrl ?? '')
  const [name, setName] = useState(saved?.name ?? '')
  const [providerName, setProviderName] = useState(saved?.providerName ?? config.providerName)
  const [headersProblem, setHeadersProblem] = useState<string>()
  const [showProblems, setShowProblems] = useState(false)
  const reading = readBaseUrl(baseUrl)
  const nameProblem = providerNameProblem(providerName)
  const isAllowed = !reading.ok || isAllowedOrigin(reading.origin, location.origin, config)
  const [isRemembered, setRemembered] = useState(saved?.isRemembered === true)
  // Secrets stay in the fields themselves until they are used; they are in no state and in no store.
  const keyField = useRef<HTMLInputElement>(null)
  const headersField = useRef<HTMLTextAreaElement>(null)

  /** The credential that the connection has in this tab, if it stays at its origin. */
  const present =
    saved !== undefined && reading.ok && isOpen(open, saved)
      ? credentialFor(
          open.find(({ id }) => id === saved.id),
          reading.origin,
        )
      : undefined

  const waitsForKey = saved !== undefined && needsSecrets(saved) && present === undefined
  const attempt = useAttempt<TrialWords>()
  const failed = attempt.result

  /** The connection as it is written, without its secrets. */
  const written = (url: string, headers: WrittenHeaders, usesKey: boolean): SavedConnection => {
    const others = savedConnections.store.getState().filter(({ id }) => id !== saved?.id)
    const earlier = saved ?? sameServer(others, { name, baseUrl: url, usesKey })
    return {
      id: earlier?.id ?? crypto.randomUUID(),
      name: name.trim() || earlier?.name || defaultName(others, url),
      baseUrl: url,
      providerName,
      headers: headers.plain,
      secretHeaders: headers.secret.map(([header]) => header),
      usesKey,
      ...(isRemembered && { isRemembered }),
      color: earlier?.color ?? freeColor(others),
      addedAt: earlier?.addedAt ?? client.world.clock.now(),
      lastUsedAt: client.world.clock.now(),
    }
  }

  /** The secrets of the form; undefined when saved ones could not be read. */
  const readSecrets = async (url: string) => {
    const fields = {
      apiKey: keyField.current?.value.trim() ?? '',
      headers: headersField.current?.value ?? '',
    }
    try {
      return await readFormSecrets(fields, present, url)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      attempt.finish({ title: error.advice.title, meaning: adviceText(error.advice) })
      return undefined
    }
  }

  /** Reads the form; with `anyway` it is connected to without trying whether that works. */
  const run = async (url: string, origin: string, anyway = false) => {
    const signal = attempt.begin()
    const typed = await readSecrets(url)
    if (signal.aborted) return
    setHeadersProblem(typed?.ok === false ? typed.problem : undefined)
    if (typed === undefined) return
    if (!typed.ok) return attempt.forget()
    const { secrets, plain } = typed
    const credential = secretsCredential(secrets, origin)
    const connection = written(url, { plain, secret: secrets.headers }, secrets.apiKey !== '')
    const connect = (facts: ServerFacts) => {
      finishConnecting(connection, secrets, facts, saved)
      onDone()
    }
    if (anyway) return connect({ offers: [] })
    const candidate = {
      ...connection,
      session: crypto.randomUUID(),
      kind: 'remote' as const,
      ...(credential && { credential }),
    }
    const result = await tryConnection(client, candidate, testAddress, signal)
    if (result === undefined || signal.aborted) return
    if (result.ok) return connect(result.facts)
    attempt.finish(result)
    if (result.needsKey === true) keyField.current?.focus()
  }

  const submit = () => {
    setShowProblems(true)
    if (!reading.ok || nameProblem !== undefined) return
    if (isAllowed) return void run(reading.baseUrl, reading.origin)
    if (config.fixedOrigins === true) return
    const headers = readExtraHeaders(headersField.current?.value ?? '')
    if (!headers.ok) return setHeadersProblem(headers.message)
    savedConnections.saveAsked(written(reading.baseUrl, headers, saved?.usesKey === true))
    void keyHandover.leave(client, allowOriginPath(reading.origin))
  }

  const resume = useEffectEvent(() => {
    // Back from allowing it, too: a key could not be entered before, and only a person knows whether one is needed.
    if (waitsForKey || isAsked) keyField.current?.focus()
  })
  useEffect(() => resume(), [])

  return (
    <AddressForm
      label={saved === undefined ? 'Add connection' : 'Edit connection'}
      className="gap-4"
      before={
        <div className="grid gap-x-3 gap-y-4 sm:grid-cols-2">
          <FormField label="Server">
            {(props) => (
              <select
                {...props}
                value={serverAt(baseUrl) ?? ''}
                onChange={({ target }) => {
                  const servers = Object.values(SERVERS).flat()
                  setBaseUrl(servers.find((server) => server.name === target.value)?.baseUrl ?? '')
                  attempt.forget()
                }}
              >
                <option value="">Custom</option>
                {Object.entries(SERVERS).map(([place, servers]) => (
                  <optgroup key={place} label={place}>
                    {servers.map((server) => (
                      <option key={server.name} value={server.name}>
                        {server.name}
                      </option>
                    ))}
                  </optgroup>
                ))}
              </select>
            )}
          </FormField>
          <Entry
            label="Name"
            maxLength={40}
            placeholder={reading.ok ? defaultName([], reading.baseUrl) : 'My server'}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
      }
      url={{
        label: 'Base URL',
        placeholder: 'https://api.example.com/v1',
        value: baseUrl,
        problem: showProblems && !reading.ok ? reading.message : undefined,
        onChange: ({ target }) => {
          setBaseUrl(target.value)
          attempt.forget()
        },
      }}
      secret={{
        label: 'API key',
        hint: 'Only if the API requires one. Kept in memory only, cleared on reload.',
        placeholder:
          present?.kind === 'api-key' &&
          (present.isSealed === true || present.label.startsWith('key '))
            ? present.label
            : '',
        problem: failed?.needsKey === true ? failed.meaning : undefined,
        ref: keyField,
        onChange: attempt.forget,
      }}
      isRemembered={isRemembered}
      onRemember={setRemembered}
      more={
        <Disclosure
          summary="Advanced"
          className="-my-2 -ml-1"
          open={
            headersProblem !== undefined ||
            (showProblems && nameProblem !== undefined) ||
            (saved?.secretHeaders.length ?? 0) > 0
          }
        >
          <div className="flex flex-col gap-4 py-2 pl-6">
            <FormField
              label="Headers"
              hint="One “Name: value” per line. Values that may be secret are treated like the key."
              problem={headersProblem}
            >
              {(props) => (
                <textarea
                  {...props}
                  ref={headersField}
                  rows={2}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  placeholder="api-key: …"
                  defaultValue={headersText(saved)}
                  onChange={attempt.forget}
                  className="w-full field py-1.5 font-mono"
                />
              )}
            </FormField>
            <Entry
              label="Provider name"
              hint={`Prefix of provider fields, such as ${providerName || 'name'}_parameters`}
              problem={showProblems ? nameProblem : undefined}
              autoCapitalize="none"

              value={providerName}
              onChange={(event) => {
                setProviderName(event.target.value)
                attempt.forget()
              }}
            />
          </div>
        </Disclosure>
      }
      toAllow={isAllowed || !reading.ok ? undefined : reading.origin}
      isFixed={config.fixedOrigins === true}
      submit={attempt.isRunning ? 'Connecting' : 'Connect'}
      isRunning={attempt.isRunning}
      onSubmit={submit}
      onCancel={onCancel}
    >
      {failed !== undefined && failed.needsKey !== true && reading.ok && (
        <ErrorNotice
          title={failed.title}
          actions={
            <Button onClick={() => void run(reading.baseUrl, reading.origin, true)}>
              Connect anyway
            </Button>
          }
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
    </AddressForm>
  )
}

interface WrittenHeaders {
  plain: HeaderList
  secret: HeaderList
}

function credentialFor(
  connection: { credential?: CredentialSource } | undefined,
  origin: string,
): CredentialSource | undefined {
  const credential = connection?.credential
  return credential?.kind === 'api-key' && credential.origin === origin ? credential : undefined
}
