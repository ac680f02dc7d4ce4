import { expect, test } from 'vitest'

import { keyConnection, BASE_URL } from '../testing/fake-world.ts'
import type { Grant } from './admission.ts'
import { STREAM_SLOTS, streamSlot } from './stream-slots.ts'

type Granted = (lock: Lock | null) => unknown

/** The part of the browser's lock manager that slots use, for one page. */
function fakeLocks() {
  const held = new Set<string>()
  const queue: { name: string; grant: () => void }[] = []
  const run = async (name: string, granted: Granted) => {
    held.add(name)
    await granted({ name, mode: 'exclusive' })
    held.delete(name)
    const next = queue.findIndex((waiting) => waiting.name === name)
    if (next >= 0) queue.splice(next, 1)[0]?.grant()
  }
  const request = (name: string, options: LockOptions, granted: Granted) => {
    if (!held.has(name)) return run(name, granted)
    if (options.ifAvailable === true) return Promise.resolve(granted(null))
    return new Promise((resolve, reject) => {
      const waiting = { name, grant: () => resolve(run(name, granted)) }
      queue.push(waiting)
      options.signal?.addEventListener('abort', () => {
        const at = queue.indexOf(waiting)
        if (at >= 0) queue.splice(at, 1)
        reject(new DOMException('aborted', 'AbortError'))
      })
    })
  }
  return { locks: { request } as unknown as Pick<LockManager, 'request'>, held, queue }
}

const never = new AbortController().signal

const pending = {
  connection: keyConnection(),
  method: 'POST',
  path: '/chat/completions',
  url: `${BASE_URL}/chat/completions`,
}

interface Slot {
  release(): void
}

/** Asks for a slot as a request does; undefined when it was refused. */
async function takeStreamSlot(
  signal: AbortSignal,
  onQueue: () => void,
  locks: Pick<LockManager, 'request'> | undefined,
): Promise<Slot | undefined> {
  const admission = streamSlot(locks, (isQueued) => {
    if (isQueued) onQueue()
  })
  const answer = await admission(pending, signal)
  return answer.ok ? { release: () => settle(answer) } : undefined
}

function settle(grant: Grant): void {
  void grant.settle?.({
    id: 'e',
    startedAt: 0,
    providerName: 'vendor',
    background: false,
    request: { method: 'POST', url: '', path: '', headers: [], bytes: 0 },
    outcome: 'done',
    timing: {},
    headers: [],
    events: [],
    eventCount: 0,
    receipt: {},
  })
}

async function takeAll(locks: Pick<LockManager, 'request'>): Promise<Slot[]> {
  const slots: Slot[] = []
  for (let taken = 0; taken < STREAM_SLOTS; taken += 1) {
    const slot = await takeStreamSlot(never, () => expect.fail('must not wait'), locks)
    if (slot !== undefined) slots.push(slot)
  }
  return slots
}

test('four are given at once, the fifth waits for the first that ends', async () => {
  const { locks, queue } = fakeLocks()
  const slots = await takeAll(locks)
  expect(slots).toHaveLength(STREAM_SLOTS)
  let queued = false
  let given = false
  const fifth = takeStreamSlot(never, () => (queued = true), locks).then((slot) => {
    given = true
    return slot
  })
  await expect.poll(() => queued).toBe(true)
  expect(given).toBe(false)
  slots[2]?.release()
  expect(await fifth).toBeDefined()
  expect(queue).toEqual([])
})

test('those who wait are served in the order of asking', async () => {
  const { locks, queue } = fakeLocks()
  const slots = await takeAll(locks)
  const served: number[] = []
  const wait = (who: number) =>
    takeStreamSlot(never, () => undefined, locks).then((slot) => {
      served.push(who)
      return slot
    })
  const first = wait(1)
  await expect.poll(() => queue.length).toBe(STREAM_SLOTS)
  const second = wait(2)
  await expect.poll(() => queue.length).toBe(2 * STREAM_SLOTS)
  slots[1]?.release()
  await first
  slots[3]?.release()
  await second
  expect(served).toEqual([1, 2])
})

test('giving up while waiting takes no slot and leaves no request behind', async () => {
  const { locks, held, queue } = fakeLocks()
  const slots = await takeAll(locks)
  const controller = new AbortController()
  const fifth = takeStreamSlot(controller.signal, () => undefined, locks)
  await expect.poll(() => queue.length).toBe(STREAM_SLOTS)
  controller.abort()
  expect(await fifth).toBeUndefined()
  expect(queue).toEqual([])
  for (const slot of slots) slot.release()
  await expect.poll(() => held.size).toBe(0)
})

test('two slots that come free together leave one for the next', async () => {
  const { locks, held } = fakeLocks()
  const slots = await takeAll(locks)
  let queued = false
  const fifth = takeStreamSlot(never, () => (queued = true), locks)
  await expect.poll(() => queued).toBe(true)
  for (const slot of slots) slot.release()
  expect(await fifth).toBeDefined()
  await expect.poll(() => held.size).toBe(1)
})
