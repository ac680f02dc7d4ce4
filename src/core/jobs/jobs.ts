import type { StoreApi } from 'zustand/vanilla'

import type { Failure } from '../../../contract/errors/failure.ts'
import { adviceForFailure, isServiceError } from '../../../contract/errors/failure.ts'
import { headerValue } from '../../../contract/headers/header-list.ts'
import type { Client } from '../client/client.ts'
import type { Connection } from '../client/connection/connections.ts'
import type { ExchangeBody } from '../client/exchanges/exchange.ts'
import { createObservable } from '../client/observable.ts'
import { callOperation } from '../client/operation.ts'
import { readRemoteId, type JobKind } from './job-kind.ts'
import { isOpen, type Job, type JobCall, type JobEvent } from './job.ts'

/** Where jobs are stored: see `core/storage/jobs`. */
interface JobStorage {
  list: () => Promise<Job[]>
  add: (job: Job) => Promise<void>
  record: (id: string, event: JobEvent, result?: ExchangeBody) => Promise<Job | undefined>
  remove: (id: string) => Promise<void>
  subscribe: (listener: () => void) => () => void
}

/** What jobs touch outside themselves. */
export interface JobsWorld {
  client: Client
  storage: JobStorage
  /** Resolves after so many ms. */
  pause: (ms: number) => Promise<void>
  /** Keeps an exchange, so that it can be inspected after a reload. Never rejects. */
  saveExchange: (id: string) => Promise<void>
  /** A job ended that was open when this page saw it last. */
  onEnd: (job: Job) => void
}

interface JobsState {
  /** The latest first; undefined until they were read. */
  list: readonly Job[] | undefined
  /** Those that a person wants checked now, by id. */
  pressed: ReadonlySet<string>
}

/** The jobs of this page. */
export interface Jobs {
  world: JobsWorld
  store: StoreApi<JobsState>
  /** The jobs whose first request this page is sending. */
  sending: Set<string>
  /** The reading of the list that began last. */
  loading: Promise<void>
}

/** The first retrieval waits so long, ms. */
const FIRST_POLL_MS = 2000

/** Makes the jobs of a page. Nothing is read, and nothing followed, before `followJobs`. */
export function createJobs(world: JobsWorld): Jobs {
  return {
    world,
    store: createObservable<JobsState>(
      { list: undefined, pressed: new Set() },
      world.client.world.report,
    ),
    sending: new Set(),
    loading: Promise.resolve(),
  }
}

/** Reads all jobs again, and reports those that ended since. Never rejects; what fails is reported. */
export function loadJobs(jobs: Jobs): Promise<void> {
  // One after the other: of two that overlap, the earlier state could be shown last.
  jobs.loading = jobs.loading.then(() => load(jobs)).catch(jobs.world.client.world.report)
  return jobs.loading
}

async function load({ world, store }: Jobs): Promise<void> {
  const before = new Map((store.getState().list ?? []).map((job) => [job.id, job]))
  const list = await world.storage.list()
  store.setState({ list })
  for (const job of list) {
    const known = before.get(job.id)
    if (known !== undefined && isOpen(known) && !isOpen(job)) world.onEnd(job)
  }
}

/**
 * Stores that a job is about to be submitted, then sends its request, once. Resolves when the outcome is
 * stored. Rejects when the job can't be stored: then nothing was sent.
 */
export function submitJob(
  jobs: Jobs,
  connection: Connection,
  kind: JobKind,
  call: JobCall,
  overCaps = false,
): Promise<void> {
  const { clock, random } = jobs.world.client.world
  const job: Job = {
    id: random.uuid(),
    kind,
    connection: { id: connection.id, name: connection.name },
    call,
    // Only where it is known to be understood: elsewhere a header more may fail on CORS.
    sendsKey:
      connection.kind !== 'remote' &&
      headerValue(call.headers ?? [], 'idempotency-key') === undefined,
    createdAt: clock.now(),
    state: 'intended',
    polls: 0,
    refusals: 0,
    nextAt: 0,
  }
  return whileSending(jobs, job.id, async () => {
    await jobs.world.storage.add(job)
    await send(jobs, connection, job, { overCaps, isResent: false })
  })
}

/** Sends the request of a job whose outcome is unknown once more: only ever by a press. */
export function resendJob(
  jobs: Jobs,
  connection: Connection,
  id: string,
  overCaps = false,
): Promise<void> {
  return whileSending(jobs, id, async () => {
    // Another tab that was quicker has moved it on: then nothing is sent here.
    const job = await jobs.world.storage.record(id, { type: 'resent' })
    if (job !== undefined) await send(jobs, connection, job, { overCaps, isResent: true })
  })
}

/** Whether sending a job again can't make a second one. */
export function isRepeatable({ sendsKey, call }: Job): boolean {
  return sendsKey || headerValue(call.headers ?? [], 'idempotency-key') !== undefined
}

/** Has the status retrieved now; a job without an ID gets the one that a person found. */
export async function checkJob(jobs: Jobs, id: string, remoteId?: string): Promise<void> {
  const { client, storage } = jobs.world
  const at = client.world.clock.now()
  const job = await storage.record(id, {
    type: 'checked',
    at,
    ...(remoteId === undefined ? {} : { remoteId }),
  })
  if (job === undefined) return
  jobs.store.setState(({ pressed }) => ({ pressed: new Set([...pressed, id]) }))
}

/** The lock of the first request of a job: whoever has it knows whether it is being sent. */
export function sendingLock(id: string): string {
  return `job:${id}`
}

async function whileSending(jobs: Jobs, id: string, work: () => Promise<void>): Promise<void> {
  const { locks } = jobs.world.client.world
  const run = async () => {
    jobs.sending.add(id)
    try {
      await work()
    } finally {
      jobs.sending.delete(id)
    }
  }
  await (locks === undefined ? run() : locks.request(sendingLock(id), run))
}

async function send(
  { world: { client, storage, saveExchange } }: Jobs,
  connection: Connection,
  { id, kind, call, sendsKey }: Job,
  { overCaps, isResent }: { overCaps: boolean; isResent: boolean },
): Promise<void> {
  const { path, body, headers = [] } = call
  const result = await callOperation(
    client,
    connection,
    {
      method: 'POST',
      path,
      ...(body === undefined ? {} : { body }),
      headers: [...headers, ...(sendsKey ? [['Idempotency-Key', id] as const] : [])],
    },
    { signal: new AbortController().signal, overCaps },
  )
  const at = client.world.clock.now()
  const { id: exchangeId, unsent } = result.exchange
  const remoteId = result.ok ? readRemoteId(kind, result.value) : undefined
  const event: JobEvent =
    remoteId !== undefined
      ? { type: 'submitted', remoteId, exchangeId, nextAt: at + FIRST_POLL_MS }
      : result.ok
        ? { type: 'lost', problem: `The response has no ID at "${kind.id}".`, exchangeId, at }
        : {
            // Of one that was sent before, no refusal says that nothing was queued.
            type: !isResent && (unsent === true || isRefusal(result.failure)) ? 'refused' : 'lost',
            problem: inWords(result.failure),
            ...(result.failure.kind === 'over_spend_cap' ? { isOverLimit: true } : {}),
            exchangeId,
            at,
          }
  await storage.record(id, event)
  await saveExchange(exchangeId)
}

/** Whether the API refused a request: then it did nothing. Of a failure of its own that is not known. */
export function isRefusal(failure: Failure): boolean {
  return isServiceError(failure) && failure.status >= 400 && failure.status < 500
}

/** A failure in a sentence or two. */
export function inWords(failure: Failure): string {
  const { title } = adviceForFailure(failure)
  return `${title}: ${failure.message}`.slice(0, 500)
}
