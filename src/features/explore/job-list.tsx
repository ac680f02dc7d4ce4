import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import { isJsonObject } from '../../../contract/json.ts'
import type { Connection } from '../../core/client/connection/connections.ts'
import { formatBytes, formatDuration } from '../../core/format/units.ts'
import { isOpen, type Job, type JobState } from '../../core/jobs/job-kind.ts'
import { checkJob, isRepeatable, resendJob, submitJob } from '../../core/jobs/jobs.ts'
import { readJobResult } from '../../core/storage/jobs/jobs.ts'
import { client } from '../../page/client.ts'
import { openInspector } from '../../page/inspector-store.ts'
import { jobs } from '../../page/jobs.ts'
import { notices } from '../../page/notices.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { NotifyMe } from '../../ui/feedback/notify-me.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { useClock } from '../../ui/hooks/clock.ts'
import { useLoaded } from '../../ui/hooks/use-loaded.ts'
import { AnswerBody } from './answer-body.tsx'

/** Every job of this browser, the latest first; nothing where there is none. */
export function JobList() {
  const list = useStore(jobs.store, (state) => state.list)
  const open = useStore(client.connections.store, (state) => state.open)
  const region = useRef<HTMLElement>(null)
  const last = useRef<number>(undefined)
  useEffect(() => {
    // Below the form a new job may be out of sight; beside it this moves nothing.
    if (list !== undefined && list.length > (last.current ?? list.length))
      region.current?.scrollIntoView({ block: 'nearest' })
    last.current = list?.length
  }, [list])
  if (list === undefined || list.length === 0) return null
  return (
    <section ref={region} aria-label="Jobs" className="mb-4 flex flex-col gap-2 text-sm">
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        <h2 className="grow text-lg font-semibold">Jobs</h2>
        {list.some(isOpen) && <NotifyMe notices={notices} />}
      </div>
      <ul className="flex max-h-[32rem] scroll-area flex-col gap-2">
        {list.map((job) => (
          <li key={job.id}>
            <JobItem job={job} connection={open.find(({ id }) => id === job.connection.id)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const STATES: Readonly<
  Record<JobState, readonly [string, 'neutral' | 'accent' | 'good' | 'warn' | 'bad']>
> = {
  intended: ['Submitting', 'accent'],
  submitted: ['Queued', 'accent'],
  running: ['Running', 'accent'],
  done: ['Done', 'good'],
  failed: ['Failed', 'bad'],
  unknown: ['Unknown', 'warn'],
}

interface JobItemProps {
  job: Job
  /** Undefined while its connection is closed. */
  connection: Connection | undefined
}

function JobItem({ job, connection }: JobItemProps) {
  const { id, kind, call, state, problem, exchangeId, resultBytes } = job
  const [isShown, setShown] = useState(false)
  const [label, tone] = STATES[state]
  const prompt = isJsonObject(call.body) ? call.body['prompt'] : undefined
  return (
    <article
      aria-label={`${kind.name}: ${label}`}
      className="flex flex-col gap-2 rounded-md border p-3"
    >
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <span role="status">
          <Badge tone={tone}>{label}</Badge>
        </span>
        <span className="font-medium">{kind.name}</span>
        <Elapsed job={job} />
        <span className="ml-auto font-mono text-xs text-text-3">POST {call.path}</span>
      </div>
      {typeof prompt === 'string' && <p className="truncate text-text-2">{prompt.slice(0, 200)}</p>}
      {problem !== undefined && <p className="text-text-2">{problem}</p>}
      {connection === undefined && isOpen(job) && (
        <p className="text-warn">Open the connection “{job.connection.name}” to go on.</p>
      )}
      {connection?.credential?.kind === 'wallet' && isOpen(job) && (
        <p className="text-text-2">Each check requires a signature, so press Check.</p>
      )}
      {state === 'unknown' && connection !== undefined && (
        <UnknownJob job={job} connection={connection} />
      )}
      <div className="flex flex-wrap gap-2">
        {resultBytes !== undefined && (
          <Button aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide result' : 'Show result'}
          </Button>
        )}
        {job.remoteId !== undefined && state !== 'done' && state !== 'failed' && (
          <Button disabled={connection === undefined} onClick={() => attempt(checkJob(jobs, id))}>
            Check
          </Button>
        )}
        {state === 'failed' && connection !== undefined && (
          <Button
            onClick={() =>
              attempt(submitJob(jobs, connection, kind, call, job.isOverLimit === true))
            }
          >
            {retryLabel(job)}
          </Button>
        )}
        {exchangeId !== undefined && (
          <Button variant="ghost" onClick={() => openInspector(exchangeId)}>
            Inspect
          </Button>
        )}
        {!isOpen(job) && (
          <Button variant="ghost" onClick={() => attempt(jobs.world.storage.remove(id))}>
            Remove
          </Button>
        )}
      </div>
      {isShown && <JobResult id={id} />}
    </article>
  )
}

/** What a spend limit held back goes out with the next press. */
function retryLabel({ isOverLimit }: Job): string {
  return isOverLimit === true ? 'Send anyway' : 'Retry'
}

function Elapsed({ job }: { job: Job }) {
  const now = useClock()
  const ms = Math.max(0, (job.endedAt ?? now) - job.createdAt)
  return (
    <span className="text-xs text-text-3 tabular-nums">
      {formatDuration(Math.floor(ms / 1000) * 1000)}
      {job.resultBytes !== undefined && ` · ${formatBytes(job.resultBytes)}`}
    </span>
  )
}

function UnknownJob({ job, connection }: { job: Job; connection: Connection }) {
  const [remoteId, setRemoteId] = useState('')
  if (job.remoteId !== undefined) return null
  return (
    <div className="flex flex-col gap-2">
      <p className="text-text-2">
        {isRepeatable(job)
          ? 'Retry returns the same job if it was queued.'
          : 'Retry may queue and bill a second job.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          onClick={() => attempt(resendJob(jobs, connection, job.id, job.isOverLimit === true))}
        >
          {retryLabel(job)}
        </Button>
        <input
          type="text"
          aria-label="Job ID"
          placeholder="Job ID, if you have it"
          autoComplete="off"
          spellCheck={false}
          value={remoteId}
          onChange={({ target }) => setRemoteId(target.value)}
          className="min-w-32 grow basis-0 field font-mono"
        />
        <Button
          disabled={remoteId.trim() === ''}
          onClick={() => attempt(checkJob(jobs, job.id, remoteId.trim()))}
        >
          Check
        </Button>
      </div>
    </div>
  )
}

function JobResult({ id }: { id: string }) {
  const read = useLoaded(
    async () => ({ body: await readJobResult(id).catch(() => undefined) }),
    [id],
  )
  if (read === undefined) return null
  return read.body === undefined ? (
    <p className="text-text-2">The result isn't stored in this browser.</p>
  ) : (
    <AnswerBody body={read.body} headers={[]} />
  )
}

function attempt(act: Promise<void>): void {
  act.catch(() => showToast("The job can't be stored in this browser."))
}
