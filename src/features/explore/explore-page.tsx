import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useStore } from 'zustand'

import type { ModelType } from '../../../contract/models/model.ts'
import { listModelsOptions } from '../../core/client/queries/models.ts'
import {
  type ApiDescription,
  apiDescriptionOptions,
  type ApiOperation,
  MAX_OPERATIONS,
} from '../../core/client/queries/openapi.ts'
import type { ApiMethod } from '../../core/client/request.ts'
import { chooseOperation, operationAt, replaceDraft } from '../../core/explore/draft.ts'
import { findOperations, readPrefill } from '../../core/explore/explore.ts'
import { sendCall } from '../../core/explore/rpc-calls.ts'
import { client } from '../../page/client.ts'
import { explore } from '../../page/explore.ts'
import { queryClient } from '../../page/query-client.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Combobox } from '../../ui/controls/combobox.tsx'
import { cx } from '../../ui/cx.ts'
import { part } from '../../ui/feedback/part.tsx'
import { Skeleton } from '../../ui/feedback/states.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { useSearchOnce } from '../../ui/hooks/location.tsx'
import { AnswerPanel } from './answer-panel.tsx'
import { RequestForm } from './request-form.tsx'

const JobList = part(() => import('./job-list.tsx'), 'JobList', { quiet: true })

/** What a short link may fill in. */
const PREFILLED = ['path', 'method', 'body']

/** `/explore?method=…&path=…&body=…` fills the form once, can be undone, and never sends. */
function prefill(search: URLSearchParams): void {
  if (!search.has('path')) return
  const read = readPrefill(search)
  if (typeof read === 'string') {
    showToast(read)
    return
  }
  const undo = replaceDraft(explore, read)
  showToast('Filled in from the link. Nothing was sent.', { label: 'Undo', run: undo })
}

/** Explore: any operation of the API, called by hand and answered as what comes back. */
export function ExplorePage() {
  useSearchOnce(PREFILLED, prefill)
  const connection = useStore(client.connections.store, (state) => state.connection)
  const query = useQuery(apiDescriptionOptions(client, connection), queryClient)
  const isStarting = useStore(client.connections.store, ({ config }) => config.mode === 'starting')
  const isPending = connection === undefined ? isStarting : query.isPending
  const description = query.data
  const operation = useStore(explore.draft, ({ draft }) =>
    operationAt(description?.operations ?? [], draft.method, draft.path),
  )
  const choosing = description && {
    description,
    chosen: operation,
    onChoose: (next: ApiDescription['operations'][number]) =>
      chooseOperation(explore, next, description.operations),
  }
  // The call that failed is made again as it was, not as the form stands now.
  const repeat = (overCaps: boolean) => {
    const { finished } = explore.calls.getState()
    if (connection !== undefined && finished !== undefined)
      void sendCall(explore, connection, finished.call, overCaps)
  }
  return (
    <div className="@container h-full min-h-0">
      <div className="flex h-full min-h-0">
        <div className="hidden w-76 shrink-0 scroll-area bg-surface-1 @3xl:block">
          {choosing === undefined ? (
            isPending ? (
              <Skeleton lines={8} className="p-3" />
            ) : (
              <NoDescription />
            )
          ) : (
            <OperationList {...choosing} />
          )}
        </div>
        <div className="flex min-h-0 min-w-0 grow scroll-area flex-col @6xl:[scrollbar-gutter:auto] @6xl:flex-row @6xl:overflow-hidden">
          <div className="flex min-w-0 flex-col gap-4 p-4 @6xl:basis-1/2 @6xl:scroll-area">
            <div className="min-h-8 text-sm @3xl:hidden pointer-coarse:min-h-11">
              {choosing === undefined ? (
                !isPending && <NoDescription />
              ) : (
                <OperationPicker {...choosing} />
              )}
            </div>
            <RequestForm operation={operation} isPending={isPending} />
          </div>
          <div
            className={cx(
              'min-w-0 bg-surface-1 p-4 @6xl:basis-1/2 @6xl:scroll-area',
              isPending && '@max-6xl:hidden',
            )}
          >
            <JobList />
            {!isPending && <AnswerPanel operation={operation} onRepeat={repeat} />}
          </div>
        </div>
      </div>
    </div>
  )
}

/** Endpoints that many APIs have, for those that describe none. */
const QUEUES = [
  ['Queue video', '/video/queue', ['video']],
  ['Queue audio', '/audio/queue', ['music', 'tts']],
] as const satisfies readonly (readonly [string, string, readonly ModelType[]])[]

function NoDescription() {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const { data: models = [] } = useQuery(
    listModelsOptions(client, connection, { type: 'all' }),
    queryClient,
  )
  // A list that doesn't say what every model is says nothing of what the API lacks.
  const isTyped = models.length > 0 && models.every(({ type }) => type !== undefined)
  const queues = QUEUES.filter(
    ([, , types]) => !isTyped || models.some(({ type }) => types.some((one) => one === type)),
  )
  return (
    <div className="flex flex-col items-start gap-2 p-3 text-sm text-text-2 @max-3xl:p-0">
      <p>This API has no openapi.json. Enter a method and path to call it directly.</p>
      <div className="flex flex-wrap gap-2">
        {queues.map(([label, path]) => (
          <Button
            key={path}
            onClick={() =>
              replaceDraft(explore, {
                method: 'POST',
                path,
                bodyAs: 'json',
                body: JSON.stringify({ model: '', prompt: '' }, null, 2),
                accept: '',
              })
            }
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}

interface OperationListProps {
  description: ApiDescription
  chosen: ApiOperation | undefined
  onChoose: (operation: ApiOperation) => void
}

function OperationList({ description, chosen, onChoose }: OperationListProps) {
  const [text, setText] = useState('')
  const groups = findOperations(description.operations, text)
  return (
    <nav aria-label="Endpoints" className="flex min-h-0 flex-col gap-2 p-3 text-sm">
      <input
        type="search"
        aria-label="Search endpoints"
        placeholder="Search endpoints"
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="w-full field"
      />
      {groups.map(({ tag, operations }) => (
        <section key={tag} aria-label={tag} className="flex flex-col">
          <h2 className="px-2 pt-3 pb-1 text-sm font-semibold">{tag}</h2>
          <ul>
            {operations.map((operation) => (
              <li key={operation.key}>
                <OperationButton
                  operation={operation}
                  isChosen={operation.key === chosen?.key}
                  onChoose={onChoose}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {groups.length === 0 && <p className="px-2 text-text-3">No matching endpoints</p>}
      <p className="px-2 pt-2 text-xs text-text-3">
        {description.operations.length} endpoints · {description.title} {description.version}
        {description.unlisted > 0 &&
          `. ${description.unlisted} more not listed: outside the base URL, or beyond ${MAX_OPERATIONS}.`}
      </p>
    </nav>
  )
}

interface OperationButtonProps {
  operation: ApiOperation
  isChosen: boolean
  onChoose: (operation: ApiOperation) => void
}

function OperationButton({ operation, isChosen, onChoose }: OperationButtonProps) {
  const { method, path, summary, deprecated } = operation
  return (
    <button
      type="button"
      aria-current={isChosen ? 'true' : undefined}
      onClick={() => onChoose(operation)}
      className="flex w-full flex-col rounded-md px-2 py-1.5 text-left target hover:bg-surface-2 aria-[current=true]:bg-surface-3"
    >
      <span className="flex w-full items-baseline gap-2 font-mono text-sm">
        <span className="w-11 shrink-0 text-xs">
          <MethodName method={method} />
        </span>
        <span className={deprecated ? 'line-through' : ''}>{path}</span>
      </span>
      {summary !== '' && <span className="pl-13 text-xs text-text-3">{summary}</span>}
    </button>
  )
}

function OperationPicker({ description, chosen, onChoose }: OperationListProps) {
  const { operations } = description
  return (
    <Combobox
      label="Endpoint"
      value={chosen?.key ?? ''}
      placeholder="Select an endpoint"
      options={findOperations(operations, '').flatMap(({ tag, operations: inTag }) =>
        inTag.map(({ key, summary }) => ({
          value: key,
          group: tag,
          keywords: `${tag} ${summary}`,
        })),
      )}
      onChange={(key) => {
        const operation = operations.find((one) => one.key === key)
        if (operation !== undefined) onChoose(operation)
      }}
    />
  )
}

const colors: Record<ApiMethod, string> = {
  GET: 'text-accent',
  POST: 'text-good',
  PUT: 'text-warn',
  PATCH: 'text-warn',
  DELETE: 'text-bad',
}

function MethodName({ method }: { method: ApiMethod }) {
  return <span className={`font-medium ${colors[method]}`}>{method}</span>
}
