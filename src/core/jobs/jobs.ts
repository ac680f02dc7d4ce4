import type { StoreApi } from 'zustand/vanilla'

import type { Failure } from '../../../contract/errors/failure.ts'
import { adviceForFailure, isServiceError } from '../../../contract/errors/failure.ts'
import { headerValue } from '../../../contract/headers/header-list.ts'
import type { Client } from '../client/client.ts'
import type { Connection } from '../client/connection/connections.ts'
import type { ExchangeBody } from '../client/exchanges/exchange.ts'
import { createObservable } from '../client/observable.ts'
import { callOperation } from '../client/operation.ts'
import { createJournal, type Journal } from '../journal/journal.ts'
import {
  advanced,
  isFollowed,
  isOpen,
  type Job,
  type JobCall,
  type JobKind,
  readRemoteId,
} from './job-kind.ts'

interface JobStorage {
  list: () => Promise<Job[]>
  add: (job: Job) => Promise<void>
  /** Stores what a job becomes, with its result; undefined where that can't happen to it as it is by now. */
  change: (
    id: string,
    next: (job: Job) => Job | undefined,
    result?: ExchangeBody,
  ) => Promise<Job | undefined>
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
  journal: Journal<Job, void>
}

/** The first retrieval waits so long, ms. */
const FIRST_POLL_MS = 2000

/** Makes the jobs of a page. Nothing is read, and nothing followed, before `followJobs`. */
export function createJobs(world: JobsWorld): Jobs {
  const { client, storage } = world
  const { locks, report, clock } = client.world
  return {
    world,
    store: createObservable<JobsState>({ list: undefined, pressed: new Set() }, report),
    journal: createJournal<Job>({
      locks,
      report,
      lockOf: ({ id }) => sendingLock(id),
      isOpen: ({ state }) => state === 'intended',
      interrupted: (job) => advanced(job, { state: 'unknown', problem: CUT, endedAt: clock.now() }),
      list: storage.list,
      save: (_, cut) =>
        Promise.all(
          cut.map((job) =>
            storage.change(job.id, ({ state }) => (state === 'intended' ? job : undefined)),
          ),
        ),
    }),
  }
}

const CUT = 'The page was closed before a response arrived. The job may be queued.'

/** Reads all jobs again, and reports those that ended since. Never rejects; what fails is reported. */
export async function loadJobs(jobs: Jobs): Promise<void> {
  const { world, store, journal } = jobs
  try {
    const all = await journal.recover(undefined, () => void loadJobs(jobs))
    const list = all.toSorted((a, b) => b.createdAt - a.createdAt)
    const before = new Map((store.getState().list ?? []).map((job) => [job.id, job]))
    store.setState({ list })
    for (const job of list) {
      const known = before.get(job.id)
      if (known !== undefined && isOpen(known) && !isOpen(job)) world.onEnd(job)
    }
  } catch (error) {
    world.client.world.report(error)
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
  return jobs.journal.hold(sendingLock(job.id), async () => {
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
  return jobs.journal.hold(sendingLock(id), async () => {
    // Another tab that was quicker has moved it on: then nothing is sent here.
    const job = await jobs.world.storage.change(id, (now) =>
      now.state === 'unknown' && now.remoteId === undefined
        ? advanced(now, { state: 'intended' })
        : undefined,
    )
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
  const nextAt = client.world.clock.now()
  const job = await storage.change(id, (now) => {
    if (isFollowed(now)) return { ...now, nextAt }
    const known = now.remoteId ?? remoteId
    return now.state === 'unknown' && known !== undefined
      ? advanced(now, { state: 'submitted', remoteId: known, refusals: 0, nextAt })
      : undefined
  })
  if (job === undefined) return
  jobs.store.setState(({ pressed }) => ({ pressed: new Set([...pressed, id]) }))
}

/** The lock of the first request of a job: whoever has it knows whether it is being sent. */
function sendingLock(id: string): string {
  return `job:${id}`
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
  let change: Partial<Job>
  if (remoteId !== undefined)
    change = { state: 'submitted', remoteId, exchangeId, nextAt: at + FIRST_POLL_MS }
  else if (result.ok)
    change = { state: 'unknown', problem: `The response has no ID at "${kind.id}".`, endedAt: at }
  else {
    const { failure } = result
    // Of one that was sent before, no refusal says that nothing was queued.
    const isNothing = !isResent && (unsent === true || isRefusal(failure))
    change = {
      state: isNothing ? 'failed' : 'unknown',
      problem: inWords(failure),
      ...(failure.kind === 'over_spend_cap' ? { isOverLimit: true } : {}),
      endedAt: at,
    }
  }
  // Also where it is unknown by now: without locks, another tab may have taken the request for lost.
  await storage.change(id, (job) =>
    (job.state === 'intended' || job.state === 'unknown') && job.remoteId === undefined
      ? advanced(job, { exchangeId, ...change })
      : undefined,
  )
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
