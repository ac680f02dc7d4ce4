import type { Connection } from '../../client/connection/connections.ts'
import type { ExchangeBody } from '../../client/exchanges/exchange.ts'
import { fakeClient, jsonResponse } from '../../client/testing/fake-world.ts'
import { fakeLockManager } from '../../journal/testing/fake-locks.ts'
import { followJobs } from '../follow-jobs.ts'
import { isOpen, type Job } from '../job-kind.ts'
import { createJobs, type Jobs } from '../jobs.ts'

/** How long the API of the machine takes for a job, ms. */
const TAKES_MS = 20_000

/** A page that can be killed at any step: then nothing it waits for ever comes. */
interface Page {
  jobs: Jobs
  connection: Connection
  /** Texts of what ended while this page was open. */
  ended: Job[]
  isDead(): boolean
  kill(): void
}

/** What outlives a page: the disk, the API and the time. */
export interface Machine {
  disk: Map<string, Job>
  results: Map<string, ExchangeBody>
  /** What the API queued, by its ID: the prompt, and when. */
  queued: Map<string, { prompt: string; at: number }>
  /** Every request that reached the API. */
  requests: { path: string; at: number }[]
  /** What the API responds with instead, by path; undefined to go on. */
  override: (path: string) => Response | undefined
  now(): number
  open(kind?: Connection['kind']): Promise<Page>
  /** Lets time pass until nothing is open on the disk, or the page is dead. */
  settle(page: Page, stepMs?: number): Promise<void>
  /** Lets everything happen that needs no time. */
  flush(): Promise<void>
  advance(ms: number): Promise<void>
}

/** @param onStep called at every step of a page, before and after each effect: it may kill the page */
export function fakeMachine(onStep: (page: { kill(): void }) => void = () => undefined): Machine {
  const disk = new Map<string, Job>()
  const results = new Map<string, ExchangeBody>()
  const queued: Machine['queued'] = new Map()
  const byKey = new Map<string, string>()
  const requests: Machine['requests'] = []
  const sleepers = new Set<{ at: number; wake: () => void }>()
  const listeners = new Map<object, () => void>()
  const locks = fakeLockManager()
  let now = 1_780_000_000_000

  const respond = (url: string, headers: readonly (readonly [string, string])[], body: unknown) => {
    const path = new URL(url).pathname.replace('/api/v1', '')
    requests.push({ path, at: now })
    const other = machine.override(path)
    if (other !== undefined) return other
    const sent = JSON.parse(String(body)) as { prompt?: string; queue_id?: string }
    if (path === '/video/queue') {
      const key = headers.find(([name]) => name === 'idempotency-key')?.[1]
      const known = key === undefined ? undefined : byKey.get(key)
      const id = known ?? `remote-${queued.size + 1}`
      if (known === undefined) queued.set(id, { prompt: sent.prompt ?? '', at: now })
      if (key !== undefined) byKey.set(key, id)
      return jsonResponse({ queue_id: id })
    }
    const job = queued.get(sent.queue_id ?? '')
    if (job === undefined) return jsonResponse({ error: 'Not found' }, { status: 404 })
    if (now - job.at < TAKES_MS) return jsonResponse({ status: 'PROCESSING' })
    return new Response(`video of ${job.prompt}`, { headers: { 'content-type': 'video/mp4' } })
  }

  const open = async (kind: Connection['kind'] = 'local'): Promise<Page> => {
    const owner = {}
    const closed = { is: false, drops: new Set<() => void>() }
    const ended: Job[] = []
    const kill = () => {
      closed.is = true
      listeners.delete(owner)
      for (const drop of closed.drops) drop()
    }
    const never = () => new Promise<never>(() => undefined)
    const step = async <T>(effect: () => T): Promise<T> => {
      if (!closed.is) onStep({ kill })
      if (closed.is) return never()
      const value = effect()
      onStep({ kill })
      await Promise.resolve()
      return closed.is ? never() : value
    }
    const { client, connection: remote } = fakeClient(
      (sent) => step(() => respond(sent.url, sent.headers, sent.body)),
      {
        clock: { now: () => now, elapsed: () => now },
        locks: locks.of(closed),
        random: {
          uuid: () => crypto.randomUUID(),
          bytes: (length) => new Uint8Array(length).fill(7),
        },
      },
    )
    const connection: Connection = { ...remote, kind }
    client.connections.store.setState({ connection, open: [connection] })
    const publish = () => {
      for (const listener of listeners.values()) listener()
    }
    const jobs = createJobs({
      client,
      storage: {
        list: () => step(() => [...disk.values()].toSorted((a, b) => b.createdAt - a.createdAt)),
        add: async (job) => {
          await step(() => disk.set(job.id, job))
          publish()
        },
        change: async (id, next, result) => {
          const changed = await step(() => {
            const current = disk.get(id)
            const job = current && next(current)
            if (job === undefined) return undefined
            disk.set(id, job)
            if (result !== undefined) results.set(id, result)
            return job
          })
          if (changed !== undefined) publish()
          return changed
        },
        remove: async (id) => void (await step(() => disk.delete(id))),
        subscribe: (listener) => {
          listeners.set(owner, listener)
          return () => listeners.delete(owner)
        },
      },
      pause: (ms) =>
        new Promise((resolve) => {
          const sleeper = {
            at: now + ms,
            wake: () => {
              sleepers.delete(sleeper)
              if (!closed.is) resolve()
            },
          }
          sleepers.add(sleeper)
        }),
      saveExchange: () => step(() => undefined),
      onEnd: (job) => ended.push(job),
    })
    const page: Page = { jobs, connection, ended, isDead: () => closed.is, kill }
    void followJobs(jobs)
    await machine.flush()
    return page
  }

  const machine: Machine = {
    disk,
    results,
    queued,
    requests,
    override: () => undefined,
    now: () => now,
    open,
    flush: async () => {
      for (let turn = 0; turn < 4; turn += 1)
        await new Promise<void>((resolve) => {
          setImmediate(resolve)
        })
    },
    advance: async (ms) => {
      now += ms
      const due = [...sleepers].filter(({ at }) => at <= now)
      for (const { wake } of due) wake()
      await machine.flush()
    },
    settle: async (page, stepMs = 2000) => {
      await machine.flush()
      for (let turn = 0; turn < 5000; turn += 1) {
        if (page.isDead() || ![...disk.values()].some(isOpen)) return
        await machine.advance(stepMs)
      }
      throw new Error('Nothing ended within many retrievals.')
    },
  }
  return machine
}
