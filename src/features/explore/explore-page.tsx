import { useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'

import type { ModelType } from '../../../contract/models/model-types.ts'
import { listModelsOptions } from '../../core/client/queries/models.ts'
import { apiDescriptionOptions, type ApiDescription } from '../../core/client/queries/openapi.ts'
import { operationAt } from '../../core/explore/draft-path.ts'
import { chooseOperation, replaceDraft } from '../../core/explore/draft.ts'
import { readPrefill } from '../../core/explore/read-prefill.ts'
import { sendCall } from '../../core/explore/send-call.ts'
import { client } from '../../page/client.ts'
import { explore } from '../../page/explore.ts'
import { queryClient } from '../../page/query-client.ts'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { ChunkBoundary } from '../../ui/feedback/chunk-boundary.tsx'
import { lazyComponent } from '../../ui/feedback/lazy-component.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { Link } from '../../ui/hooks/location.tsx'
import { useSearchOnce } from '../../ui/hooks/use-search-once.ts'
import { AnswerPanel } from './answer/answer-panel.tsx'
import { loadJobList } from './lazy.ts'
import { OperationList, OperationPicker } from './operation-list.tsx'
import { RequestForm } from './request/request-form.tsx'

const JobList = lazyComponent(() => loadJobList().then((m) => m.JobList))

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
            {!isPending && (
              <p className="mt-auto pt-4 text-sm text-text-2">
                <Link href="/explore?connect=1" className="text-accent underline target">
                  Check this API
                </Link>
              </p>
            )}
          </div>
          <div
            className={cx(
              'min-w-0 bg-surface-1 p-4 @6xl:basis-1/2 @6xl:scroll-area',
              isPending && '@max-6xl:hidden',
            )}
          >
            <ChunkBoundary quiet fallback={null}>
              <JobList />
            </ChunkBoundary>
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
