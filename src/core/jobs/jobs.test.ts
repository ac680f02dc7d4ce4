import { describe, expect, it } from 'vitest'

import { spendLimitsOf } from '../client/admission/spend-limits.ts'
import { jsonResponse } from '../client/testing/fake-world.ts'
import { defaultKind, isOpen, type Job } from './job-kind.ts'
import { checkJob, resendJob, submitJob } from './jobs.ts'
import { fakeMachine, type Machine } from './testing/fake-machine.ts'

const KIND = defaultKind('/video/queue')
const callOf = (prompt: string) => ({ path: '/video/queue', body: { model: 'm', prompt } })

/** The same numbers each time, from 0 to below 1. */
function randoms(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

const LIMIT = { request: 1 }

const jobOf = ({ disk }: Machine): Job | undefined => [...disk.values()][0]

/**
 * One job whose page is killed at three random steps, each time reloaded by a person who sends what was
 * never stored, and helps where the outcome is unknown.
 */
async function surviveKills(
  kind: 'local' | 'remote',
  prompt: string,
  random: () => number,
): Promise<{ machine: Machine; kills: number; wasUnknown: boolean }> {
  let kills = 0
  let left = 1 + Math.floor(random() * 25)
  let wasUnknown = false
  const machine = fakeMachine((page) => {
    left -= 1
    if (kills === 3 || left > 0) return
    kills += 1
    left = 1 + Math.floor(random() * 25)
    page.kill()
  })
  for (let load = 0; load < 50; load += 1) {
    const page = await machine.open(kind)
    const job = jobOf(machine)
    if (job === undefined) void submitJob(page.jobs, page.connection, KIND, callOf(prompt))
    await machine.settle(page)
    const settled = jobOf(machine)
    if (!page.isDead() && settled?.state === 'unknown') {
      wasUnknown = true
      const [found] = machine.queued.keys()
      // With a key the request can go out again; else the person looks its ID up.
      if (kind === 'local') void resendJob(page.jobs, page.connection, settled.id)
      else if (found !== undefined) void checkJob(page.jobs, settled.id, found)
      else return { machine, kills, wasUnknown }
      await machine.flush()
      await machine.settle(page)
    }
    if (!page.isDead() && jobOf(machine)?.state === 'done' && kills === 3) break
    // A page that goes on is killed too, until there were three.
    if (!page.isDead()) {
      if (kills < 3) kills += 1
      page.kill()
    }
  }
  return { machine, kills, wasUnknown }
}

describe('jobs', () => {
  it('behavior: 100 jobs, each killed three times at random: 100 results, none submitted twice', async () => {
    const random = randoms(7)
    let unknown = 0
    for (let index = 0; index < 100; index += 1) {
      const { machine, kills, wasUnknown } = await surviveKills('local', `p${index}`, random)
      if (wasUnknown) unknown += 1
      expect(kills).toBe(3)
      expect([...machine.queued.values()].map(({ prompt }) => prompt)).toEqual([`p${index}`])
      const job = jobOf(machine)
      expect(job).toMatchObject({ state: 'done', remoteId: 'remote-1' })
      expect(machine.results.get(job?.id ?? '')).toMatchObject({ kind: 'file' })
    }
    // Kills did hit between the request and its outcome.
    expect(unknown).toBeGreaterThan(5)
  })

  it('behavior: where the API knows no keys, nothing is sent a second time, however often it is killed', async () => {
    const random = randoms(11)
    let results = 0
    let neverArrived = 0
    for (let index = 0; index < 100; index += 1) {
      const { machine } = await surviveKills('remote', `p${index}`, random)
      const queueing = machine.requests.filter(({ path }) => path === '/video/queue')
      expect(queueing.length).toBeLessThanOrEqual(1)
      if (queueing.length === 0) {
        expect(jobOf(machine)?.state).toBe('unknown')
        neverArrived += 1
      } else {
        expect(jobOf(machine)?.state).toBe('done')
        results += 1
      }
    }
    expect(results + neverArrived).toBe(100)
    expect(results).toBeGreaterThan(60)
  })

  it('behavior: 100 jobs at once whose page is killed again and again all end, within the rate limit', async () => {
    let steps = 0
    const machine = fakeMachine((page) => {
      steps += 1
      if (steps > 1200 && steps < 3000 && steps % 500 === 0) page.kill()
    })
    const first = await machine.open()
    // Fewer under way than the failure budget admits.
    for (let index = 0; index < 100; index += 1) {
      void submitJob(first.jobs, first.connection, KIND, callOf(`p${index}`))
      if (index % 10 === 9) await machine.flush()
    }
    for (let load = 0; load < 10; load += 1) {
      const page = load === 0 ? first : await machine.open()
      await machine.settle(page, 600)
      if (page.isDead()) continue
      const unknown = [...machine.disk.values()].filter(({ state }) => state === 'unknown')
      for (const { id } of unknown) {
        void resendJob(page.jobs, page.connection, id)
        await machine.flush()
      }
      await machine.settle(page, 600)
      if (!page.isDead()) break
    }
    const stored = [...machine.disk.values()]
    expect(
      stored.flatMap(({ state, problem }) => (state === 'done' ? [] : [[state, problem]])),
    ).toEqual([])
    expect(machine.queued.size).toBe(stored.length)
    expect(machine.results.size).toBe(stored.length)
    expect(stored.length).toBeGreaterThan(60)
    const polls = machine.requests.filter(({ path }) => path === '/video/retrieve')
    for (const { at } of polls)
      expect(polls.filter((other) => other.at >= at && other.at < at + 60_000).length).toBeLessThan(
        120,
      )
  })

  it('is not sent when it cannot be stored', async () => {
    const machine = fakeMachine()
    const { jobs, connection } = await machine.open()
    jobs.world.storage.add = () => Promise.reject(new DOMException('Full', 'QuotaExceededError'))
    await expect(submitJob(jobs, connection, KIND, callOf('x'))).rejects.toThrow('Full')
    expect(machine.requests).toEqual([])
  })

  it('that the API refuses failed, and one that gets no response is unknown: neither is sent again', async () => {
    const machine = fakeMachine()
    const page = await machine.open('remote')
    machine.override = () => jsonResponse({ error: 'No such model' }, { status: 400 })
    await submitJob(page.jobs, page.connection, KIND, callOf('x'))
    expect(jobOf(machine)).toMatchObject({ state: 'failed' })
    expect(jobOf(machine)?.problem).toContain('No such model')
    machine.disk.clear()
    machine.override = () => {
      throw new TypeError('Failed to fetch')
    }
    await submitJob(page.jobs, page.connection, KIND, callOf('y'))
    expect(jobOf(machine)).toMatchObject({ state: 'unknown' })
    await machine.advance(3_600_000)
    expect(machine.requests.length).toBe(2)
  })

  it('over a spend limit is not sent, until a person lets it go', async () => {
    const machine = fakeMachine()
    const page = await machine.open()
    await spendLimitsOf(page.jobs.world.client).setLimits(page.connection, LIMIT)
    await submitJob(page.jobs, page.connection, KIND, callOf('x'))
    expect(jobOf(machine)).toMatchObject({ state: 'failed', isOverLimit: true })
    expect(machine.requests).toEqual([])
    machine.disk.clear()
    await submitJob(page.jobs, page.connection, KIND, callOf('x'), true)
    expect(jobOf(machine)?.state).toBe('submitted')
  })

  it('stays unknown when what is sent once more is refused: the first may have been queued', async () => {
    const machine = fakeMachine()
    const page = await machine.open()
    machine.override = () => jsonResponse({}, { status: 502 })
    await submitJob(page.jobs, page.connection, KIND, callOf('x'))
    machine.override = () => jsonResponse({ error: 'No' }, { status: 400 })
    await resendJob(page.jobs, page.connection, jobOf(machine)?.id ?? '')
    expect(jobOf(machine)).toMatchObject({ state: 'unknown' })
    expect(machine.requests.length).toBe(2)
  })

  it('is sent once when two tabs press Retry', async () => {
    const machine = fakeMachine()
    const one = await machine.open()
    const two = await machine.open()
    machine.override = () => jsonResponse({}, { status: 502 })
    await submitJob(one.jobs, one.connection, KIND, callOf('x'))
    machine.override = () => undefined
    const { id = '' } = jobOf(machine) ?? {}
    await Promise.all([
      resendJob(one.jobs, one.connection, id),
      resendJob(two.jobs, two.connection, id),
    ])
    expect(machine.requests.filter(({ path }) => path === '/video/queue').length).toBe(2)
  })

  it('is retrieved by one tab, and by another when that is closed; every tab is notified', async () => {
    const machine = fakeMachine()
    const one = await machine.open()
    const two = await machine.open()
    await submitJob(one.jobs, one.connection, KIND, callOf('x'))
    await machine.advance(2000)
    expect(machine.requests.map(({ path }) => path)).toEqual(['/video/queue', '/video/retrieve'])
    one.kill()
    await machine.settle(two)
    expect(jobOf(machine)?.state).toBe('done')
    expect(two.ended.map(({ state }) => state)).toEqual(['done'])
  })

  it('waits as long as the API asks, and longer each time', async () => {
    const machine = fakeMachine()
    const page = await machine.open('remote')
    await submitJob(page.jobs, page.connection, KIND, callOf('x'))
    machine.override = () =>
      jsonResponse({ error: 'Slow down' }, { status: 429, headers: { 'retry-after': '90' } })
    await machine.advance(2000)
    const polls = () => machine.requests.filter(({ path }) => path === '/video/retrieve').length
    expect(polls()).toBe(1)
    await machine.advance(85_000)
    expect(polls()).toBe(1)
    machine.override = () => undefined
    await machine.advance(6000)
    expect(polls()).toBe(2)
    expect(jobOf(machine)).toMatchObject({ state: 'done', refusals: 0 })
  })

  it('that the API does not know any more is unknown after three refusals, and goes on by a press', async () => {
    const machine = fakeMachine()
    const page = await machine.open('remote')
    await submitJob(page.jobs, page.connection, KIND, callOf('x'))
    machine.override = () => jsonResponse({ error: 'Not found' }, { status: 404 })
    await machine.settle(page)
    const { id = '' } = jobOf(machine) ?? {}
    expect(jobOf(machine)).toMatchObject({ state: 'unknown', refusals: 3 })
    const sent = machine.requests.length
    await machine.advance(600_000)
    expect(machine.requests.length).toBe(sent)
    machine.override = () => undefined
    await checkJob(page.jobs, id)
    await machine.settle(page)
    expect(jobOf(machine)?.state).toBe('done')
  })

  it('goes on after failures of the network and of the API', async () => {
    const machine = fakeMachine()
    const page = await machine.open('remote')
    await submitJob(page.jobs, page.connection, KIND, callOf('x'))
    let count = 0
    machine.override = () => {
      count += 1
      if (count > 6) return undefined
      if (count % 2 === 0) return jsonResponse({ error: 'Bad gateway' }, { status: 502 })
      throw new TypeError('Failed to fetch')
    }
    await machine.settle(page)
    expect(jobOf(machine)?.state).toBe('done')
  })

  it('that takes more than a day is left to a person', async () => {
    const machine = fakeMachine()
    const page = await machine.open('remote')
    await submitJob(page.jobs, page.connection, KIND, callOf('x'))
    machine.override = () => jsonResponse({ status: 'PROCESSING' })
    await machine.advance(25 * 3_600_000)
    expect(jobOf(machine)).toMatchObject({ state: 'unknown' })
    expect([...machine.disk.values()].some(isOpen)).toBe(false)
  })

  it('of a wallet is retrieved only by a press, as each retrieval needs a signature', async () => {
    const machine = fakeMachine()
    const page = await machine.open('remote')
    await submitJob(page.jobs, page.connection, KIND, callOf('x'))
    const connection = {
      ...page.connection,
      credential: {
        kind: 'wallet' as const,
        label: 'wallet',
        origin: new URL(page.connection.baseUrl).origin,
        authorize: () => Promise.resolve([]),
      },
    }
    page.jobs.world.client.connections.store.setState({ connection, open: [connection] })
    await machine.advance(600_000)
    expect(machine.requests.length).toBe(1)
    await checkJob(page.jobs, jobOf(machine)?.id ?? '')
    await machine.flush()
    expect(jobOf(machine)?.state).toBe('done')
  })

  it('whose result cannot be stored is done all the same, and says so', async () => {
    const machine = fakeMachine()
    const page = await machine.open()
    await submitJob(page.jobs, page.connection, KIND, callOf('x'))
    const { storage } = page.jobs.world
    const { change } = storage
    storage.change = (id, next, result) =>
      result === undefined
        ? change(id, next)
        : Promise.reject(new DOMException('Full', 'QuotaExceededError'))
    await machine.settle(page)
    expect(jobOf(machine)).toMatchObject({ state: 'done' })
    expect(jobOf(machine)?.problem).toContain('disk full')
  })
})
