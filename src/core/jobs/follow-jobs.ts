import type { Failure } from '../../../contract/errors/failure.ts'
import { readAny } from '../client/body/response-body.ts'
import type { Connection } from '../client/connection/connections.ts'
import type { ExchangeBody } from '../client/exchanges/exchange.ts'
import { request, type ApiCall, type Result } from '../client/request.ts'
import { hold } from '../journal/hold.ts'
import { MAX_RESULT_BYTES } from '../storage/jobs/jobs.ts'
import {
  advanced,
  contentCall,
  isFollowed,
  type Job,
  readJobStatus,
  retrieveCall,
} from './job-kind.ts'
import { inWords, isRefusal, loadJobs, type Jobs } from './jobs.ts'

/** Retrievals of a job: the second follows after this long, each later one half as long again, ms. */
const POLL_MS = 2000
const MAX_POLL_MS = 30_000

/** Between two retrievals over one connection, ms: at most 100 per minute, of the 120 of the contract. */
const GAP_MS = 600

/** A retrieval may bring a long video, ms. */
const TIMEOUT_MS = 600_000

/** A job that did not end by then is not retrieved by itself any more, ms. */
const MAX_AGE_MS = 24 * 3_600_000
const OVERDUE = 'It has not ended within a day.'

/** After so many refusals in a row a job is no longer retrieved by itself. */
const MAX_REFUSALS = 3

/**
 * Reads the jobs and follows those of every open connection, each connection in one tab: its Web Lock passes
 * to another when this one is closed. Nothing is submitted here.
 */
export async function followJobs(jobs: Jobs): Promise<void> {
  const { client, storage } = jobs.world
  const { report } = client.world
  const followed = new Set<string>()
  const update = () => {
    for (const connection of client.connections.store.getState().open) {
      const { id } = connection
      if (followed.has(id) || nextJob(jobs, connection) === undefined) continue
      followed.add(id)
      hold(client.world.locks, `jobs:${id}`, () => retrieveAll(jobs, id)).then(
        () => {
          followed.delete(id)
          // What came meanwhile would wait for the next change.
          update()
        },
        (error: unknown) => {
          followed.delete(id)
          report(error)
        },
      )
    }
  }
  storage.subscribe(() => void loadJobs(jobs))
  client.connections.store.subscribe(update)
  jobs.store.subscribe(update)
  await loadJobs(jobs)
}

/** Looks every 600 ms whether a job is due, for as long as the connection is open and has jobs. */
async function retrieveAll(jobs: Jobs, id: string): Promise<void> {
  const { client, pause } = jobs.world
  const { clock, isOnline } = client.world
  for (;;) {
    const connection = client.connections.store.getState().open.find((one) => one.id === id)
    const job = connection && nextJob(jobs, connection)
    if (connection === undefined || job === undefined) return
    const isOffline = connection.kind === 'remote' && !isOnline()
    let notBefore = 0
    if (job.nextAt <= clock.now() && !isOffline) {
      notBefore = (await retrieve(jobs, connection, job)) ?? 0
      await loadJobs(jobs)
    }
    await pause(Math.max(GAP_MS, notBefore - clock.now()))
  }
}

/** The job of a connection that is to be retrieved first. With a wallet each needs a signature, so a press. */
function nextJob({ store }: Jobs, { id, credential }: Connection): Job | undefined {
  const { list = [], pressed } = store.getState()
  const [first] = list
    .filter(
      (job) =>
        job.connection.id === id &&
        isFollowed(job) &&
        (credential?.kind !== 'wallet' || pressed.has(job.id)),
    )
    .toSorted((a, b) => a.nextAt - b.nextAt)
  return first
}

/** Retrieves a job and stores what came of it. Resolves to the time before which the API wants no other. */
async function retrieve(jobs: Jobs, connection: Connection, job: Job): Promise<number | undefined> {
  const { client, storage, saveExchange } = jobs.world
  const { clock } = client.world
  const { id, kind, remoteId = '' } = job
  const isPressed = jobs.store.getState().pressed.has(id)
  jobs.store.setState(({ pressed }) => ({
    pressed: new Set([...pressed].filter((other) => other !== id)),
  }))
  const ask = (call: ApiCall) =>
    request(
      client,
      connection,
      { accept: '*/*', ...call, headers: job.call.headers?.filter(isNoKey) ?? [] },
      {
        signal: new AbortController().signal,
        read: readAny,
        purpose: isPressed ? 'click' : 'background',
        timeoutMs: TIMEOUT_MS,
      },
    )
  let result: Result<ExchangeBody> = await ask(retrieveCall(kind, remoteId, job.call.body))
  const status = result.ok ? readJobStatus(kind, result.value) : undefined
  const content = contentCall(kind, remoteId)
  if (status?.state === 'done' && content !== undefined) result = await ask(content)

  const at = clock.now()
  const nextAt = at + Math.min(MAX_POLL_MS, POLL_MS * 1.5 ** job.polls)
  const { exchange } = result
  if (!result.ok || status === undefined) {
    const failure: Failure | undefined = result.ok ? undefined : result.failure
    const retryAt = failure && 'retryAtMs' in failure ? failure.retryAtMs : undefined
    const problem = failure === undefined ? '' : inWords(failure)
    const isCounted = failure !== undefined && isRefusal(failure) && !isForLater(failure)
    await record(jobs, id, ({ refusals: before }) => {
      const refusals = before + (isCounted ? 1 : 0)
      const end = refusals < MAX_REFUSALS ? {} : ({ state: 'unknown', endedAt: at } as const)
      return { problem, refusals, nextAt: Math.max(nextAt, retryAt ?? 0), ...end }
    })
    if (isCounted) await saveExchange(exchange.id)
    return retryAt
  }
  if (status.state === 'running') {
    const isOld = at - job.createdAt > MAX_AGE_MS
    await record(jobs, id, () =>
      isOld
        ? { state: 'unknown', problem: OVERDUE, endedAt: at }
        : { state: 'running', refusals: 0, nextAt },
    )
    return undefined
  }
  const { value } = result
  const end: Partial<Job> = { ...status, exchangeId: exchange.id, endedAt: at }
  let problem = 'The result is too large to be stored here.'
  let isStored = false
  if (value.bytes <= MAX_RESULT_BYTES)
    try {
      const whole = { ...end, resultBytes: value.bytes }
      await storage.change(
        id,
        retrieved(() => whole),
        value,
      )
      isStored = true
    } catch (error) {
      client.world.report(error)
      problem = "The result couldn't be stored: is the disk full?"
    }
  if (!isStored) await record(jobs, id, () => ({ ...end, problem }))
  await saveExchange(exchange.id)
  return undefined
}

/** Where a job can't be stored it is retrieved again, later. */
async function record(
  { world: { client, storage, pause } }: Jobs,
  id: string,
  change: (job: Job) => Partial<Job>,
): Promise<void> {
  try {
    await storage.change(id, retrieved(change))
  } catch (error) {
    client.world.report(error)
    await pause(MAX_POLL_MS)
  }
}

function retrieved(change: (job: Job) => Partial<Job>) {
  return (job: Job) =>
    isFollowed(job) ? advanced(job, { polls: job.polls + 1, ...change(job) }) : undefined
}

function isForLater(failure: Failure): boolean {
  return 'status' in failure && [408, 425, 429].includes(failure.status)
}

function isNoKey([name]: readonly [string, string]): boolean {
  return name.toLowerCase() !== 'idempotency-key'
}
