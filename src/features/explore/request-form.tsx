import { useMemo } from 'react'
import { useStore } from 'zustand'

import type { HeaderList } from '../../../contract/headers/header-list.ts'
import { NEUTRAL_PROVIDER_NAME } from '../../../contract/provider-name.ts'
import { callEffect } from '../../core/client/admission/call-effect.ts'
import { customHeaderFault, HEADERS_NOTE } from '../../core/client/connection/extra-headers.ts'
import type { ApiOperation, ApiParameter } from '../../core/client/queries/openapi.ts'
import type { ApiCall } from '../../core/client/request.ts'
import {
  changeDraft,
  parameterTexts,
  parameterValue,
  readPath,
  withParameter,
  writePath,
} from '../../core/explore/draft.ts'
import { type CallDraft, effectInWords } from '../../core/explore/explore.ts'
import {
  acceptOf,
  type CallFault,
  hasBody,
  offeredTypes,
  readDraft,
} from '../../core/explore/read-draft.ts'
import { sendCall } from '../../core/explore/rpc-calls.ts'
import { client } from '../../page/client.ts'
import { explore } from '../../page/explore.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ChoiceField, HeaderFields } from '../../ui/controls/fields.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { part } from '../../ui/feedback/part.tsx'
import { Skeleton } from '../../ui/feedback/states.tsx'
import { BodyEditor } from './body-editor.tsx'
import { RequestLine } from './request-line.tsx'
import { SchemaField } from './schema-field.tsx'

const JobStarter = part(() => import('./job-starter.tsx'), 'JobStarter', { quiet: true })

interface RequestFormProps {
  /** What is called; undefined where the API doesn't describe it. */
  operation: ApiOperation | undefined
  /** The description of the API is on its way, and what it says of the call with it. */
  isPending: boolean
}

/** The call being written, with what is wrong with it and what it may cost, and the press that sends it. */
export function RequestForm({ operation, isPending }: RequestFormProps) {
  const { draft, files } = useStore(explore.draft)
  const connection = useStore(client.connections.store, (state) => state.connection)
  const isRunning = useStore(explore.calls, ({ running }) => running !== undefined)
  const reading = useMemo(() => readDraft(draft, files, operation), [draft, files, operation])
  const faults = reading.ok ? reading.doubts : reading.faults
  const effect = callEffect(draft.method, draft.path)
  const isDoubtful = reading.ok && reading.doubts.length > 0
  const send = () => {
    if (connection !== undefined && reading.ok) void sendCall(explore, connection, reading.call)
  }
  const sendIfGood = () => {
    if (!isDoubtful) send()
  }
  return (
    <form
      aria-label="Request"
      onSubmit={(event) => {
        event.preventDefault()
        sendIfGood()
      }}
      className="flex flex-col gap-4 text-sm"
    >
      <RequestLine
        draft={draft}
        baseUrl={connection?.baseUrl}
        pathFault={faults.find(({ field }) => field === 'path')?.message}
        canSend={connection !== undefined && reading.ok && !isDoubtful}
        isRunning={isRunning}
      />
      {isPending ? (
        <Skeleton lines={6} />
      ) : (
        <>
          <OperationWords operation={operation} />
          {effect !== 'read' && (
            <p className={effect === 'unknown' ? 'text-text-2' : 'text-warn'}>
              {effectInWords(effect)}
            </p>
          )}
          {connection !== undefined && reading.ok && mayBeJob(reading.call) && (
            <JobStarter connection={connection} call={reading.call} isDoubtful={isDoubtful} />
          )}
          {isDoubtful && (
            <div role="status" className="flex flex-col items-start gap-2 rounded-md border p-3">
              <p className="font-medium">This request is probably invalid:</p>
              <ul className="list-disc pl-4">
                {faults.map(({ field, message }) => (
                  <li key={field + message}>{message}</li>
                ))}
              </ul>
              <Button disabled={connection === undefined || isRunning} onClick={send}>
                Send anyway
              </Button>
            </div>
          )}
          {!reading.ok && faults.every(({ field }) => field !== 'path' && field !== 'body') && (
            <ul role="status" className="list-disc pl-4 text-bad">
              {faults.map(({ field, message }) => (
                <li key={field + message}>{message}</li>
              ))}
            </ul>
          )}
          {operation !== undefined && (
            <ParametersForm operation={operation} path={draft.path} faults={faults} />
          )}
          <CallHeaders headers={draft.headers ?? []} />
          <AcceptField draft={draft} operation={operation} />
          {hasBody(draft.method) && (
            <BodyEditor
              key={operation?.key ?? 'free'}
              draft={draft}
              files={files}
              operation={operation}
              faults={faults}
              onSubmit={sendIfGood}
            />
          )}
        </>
      )}
    </form>
  )
}

/** Whether a request could queue something: what responds at once, by its path, does not. */
function mayBeJob({ method, path, form }: ApiCall): boolean {
  return method === 'POST' && form === undefined && !AT_ONCE.test(path)
}

const AT_ONCE =
  /^\/(?:chat\/|embeddings|image\/|images\/|crypto\/|x402\/|audio\/(?:speech|tr)|\w+\/(?:retrieve|complete)\b)/

function OperationWords({ operation }: { operation: ApiOperation | undefined }) {
  if (operation === undefined)
    return (
      <div className="flex flex-col gap-1">
        <h2 className="text-lg font-semibold">Custom request</h2>
        <p className="text-text-2">Not in openapi.json. Sent exactly as written.</p>
      </div>
    )
  const { summary, description, deprecated } = operation
  return (
    <div className="flex flex-col gap-1">
      <h2 className="flex items-center gap-2 text-lg font-semibold">
        {summary === '' ? operation.key : summary}
        {deprecated && <Badge tone="warn">deprecated</Badge>}
      </h2>
      {description !== undefined && description !== summary && (
        <p className="max-w-[72ch] whitespace-pre-line text-text-2">
          {description.slice(0, 2_000)}
        </p>
      )}
    </div>
  )
}

function AcceptField({
  draft,
  operation,
}: {
  draft: CallDraft
  operation: ApiOperation | undefined
}) {
  const types = offeredTypes(operation)
  if (types.length === 0) return null
  return (
    <div className="flex flex-col gap-1">
      <span className="font-mono text-sm">Accept</span>
      <ChoiceField
        roomy
        label="Accept"
        values={types}
        value={acceptOf(draft, operation)}
        onChange={(accept = '') => changeDraft(explore, { accept })}
        invalid={false}
        describedBy={undefined}
      />
    </div>
  )
}

function CallHeaders({ headers }: { headers: HeaderList }) {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const providerName = connection?.providerName ?? NEUTRAL_PROVIDER_NAME
  return (
    <section aria-labelledby="explore-headers" className="flex flex-col gap-2">
      <h3 id="explore-headers" className="font-semibold">
        Request headers
      </h3>
      <HeaderFields
        headers={headers}
        onChange={(next) => changeDraft(explore, { headers: next })}
        faultOf={(name, value) => customHeaderFault(name, value, providerName)}
        note={HEADERS_NOTE[connection?.kind ?? 'local']}
      />
    </section>
  )
}

interface ParametersFormProps {
  operation: ApiOperation
  /** The path as written, which the fields read and change. */
  path: string
  faults: readonly CallFault[]
}

function ParametersForm({ operation, path, faults }: ParametersFormProps) {
  const reading = readPath(operation.path, path)
  if (operation.parameters.length === 0 || reading === undefined) return null
  return (
    <section aria-labelledby="explore-parameters" className="flex flex-col gap-2">
      <h3 id="explore-parameters" className="font-semibold">
        Parameters
      </h3>
      <div className="flex flex-col gap-3">
        {operation.parameters.map((parameter) => (
          <SchemaField
            key={`${operation.key} ${parameter.in} ${parameter.name}`}
            path={parameter.name}
            name={parameter.name}
            schema={described(parameter)}
            required={parameter.required}
            value={valueOf(parameter, parameterTexts(parameter, reading))}
            onChange={(value) =>
              changeDraft(explore, {
                path: writePath(operation.path, withParameter(reading, parameter, value)),
              })
            }
            faults={faultsOf(parameter, faults)}
          />
        ))}
      </div>
    </section>
  )
}

function described({ schema, description }: ApiParameter) {
  return description === undefined ? schema : { ...schema, description }
}

function valueOf(parameter: ApiParameter, texts: readonly string[]) {
  return texts.length === 0 ? undefined : parameterValue(parameter, texts)
}

function faultsOf({ in: place, name }: ApiParameter, faults: readonly CallFault[]) {
  return new Map(
    faults
      .filter(({ field }) => field === `${place} ${name}`)
      .map(({ message }) => [name, message] as const),
  )
}
