import { describe, expect, it } from 'vitest'

import { hold, whenFree } from './hold.ts'
import { createJournal } from './journal.ts'
import { fakeLockManager } from './testing/fake-locks.ts'

interface Entry {
  id: string
  state: 'open' | 'done' | 'cut'
}

/** The same numbers each time, from 0 to below 1. */
function randoms(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

const flush = async () => {
  for (let turn = 0; turn < 6; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/**
 * A browser whose pages write to one disk and do things once. `onStep` is called before and after each effect of a
 * page, and may kill it or fail the effect.
 */
function browser(onStep: (page: { kill(): void }) => void = () => undefined) {
  const disk = new Map<string, Entry>()
  /** How often each thing was done. */
  const done = new Map<string, number>()
  const locks = fakeLockManager()
  let isFull = false

  const open = (hasLocks = true) => {
    const closed = { is: false, drops: new Set<() => void>() }
    const reported: unknown[] = []
    let freed = 0
    const kill = () => {
      closed.is = true
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
    const put = (entry: Entry) =>
      step(() => {
        if (isFull) throw new DOMException('full', 'QuotaExceededError')
        disk.set(entry.id, entry)
      })
    const journal = createJournal<Entry>({
      locks: hasLocks ? locks.of(closed) : undefined,
      report: (error) => reported.push(error),
      lockOf: ({ id }) => id,
      isOpen: ({ state }) => state === 'open',
      interrupted: (entry) => ({ ...entry, state: 'cut' }),
      list: () => step(() => [...disk.values()]),
      save: async (_, entries) => {
        for (const entry of entries) await put(entry)
      },
    })
    const onFree = () => {
      freed += 1
    }
    return {
      journal,
      recover: () => journal.recover(undefined, onFree),
      reported,
      kill,
      isDead: () => closed.is,
      freed: () => freed,
      /** Writes it down, does it, writes its outcome; `gate` is what doing it waits for. */
      start: (id: string, gate: Promise<unknown> = Promise.resolve()) =>
        journal.hold(id, async () => {
          if (disk.has(id)) return
          await put({ id, state: 'open' })
          await step(() => done.set(id, (done.get(id) ?? 0) + 1))
          await gate
          await put({ id, state: 'done' })
        }),
    }
  }
  return {
    disk,
    done,
    open,
    fill: (full: boolean) => {
      isFull = full
    },
  }
}

describe('a journal', () => {
  it('behavior: killed at every step, two tabs at once: nothing is done twice, and what may have been done is told', async () => {
    let wasCut = 0
    let wasUndone = 0
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = randoms(seed)
      let left = 1 + Math.floor(random() * 14)
      let kills = 0
      const { disk, done, open } = browser((page) => {
        left -= 1
        if (left > 0 || kills === 3) return
        kills += 1
        left = 1 + Math.floor(random() * 14)
        page.kill()
      })
      for (let load = 0; load < 12 && disk.get('a')?.state !== 'done'; load += 1) {
        const pages = [open(), open()]
        // A page that finds nothing written does it; one that finds it cut leaves it to a person.
        for (const page of pages) void page.recover().then(() => page.start('a'))
        await flush()
        if (disk.get('a')?.state === 'cut') break
        for (const page of pages) page.kill()
      }
      // The last page lives.
      kills = 3
      const page = open()
      const [entry] = await page.recover()
      expect(done.get('a') ?? 0).toBeLessThanOrEqual(1)
      expect(entry?.state).toBe(disk.get('a')?.state)
      // Whatever was done stands there as done, or as something that may have been.
      if (done.has('a')) expect(['done', 'cut']).toContain(entry?.state)
      if (entry?.state === 'cut') wasCut += 1
      if (entry?.state === 'cut' && !done.has('a')) wasUndone += 1
    }
    expect(wasCut).toBeGreaterThan(30)
    expect(wasUndone).toBeGreaterThan(5)
  })

  it('leaves alone what another tab is at, and hears once that is through or gone', async () => {
    const { disk, open } = browser()
    const [one, two] = [open(), open()]
    let end = (): void => undefined
    void one.start('a', new Promise<void>((resolve) => (end = resolve)))
    void one.start('b', new Promise(() => undefined))
    await flush()
    const states = async () => (await two.recover()).map(({ state }) => state)
    expect(await states()).toEqual(['open', 'open'])
    expect(await states()).toEqual(['open', 'open'])
    end()
    await flush()
    expect(two.freed()).toBe(1)
    expect(disk.get('a')?.state).toBe('done')
    one.kill()
    await flush()
    expect(two.freed()).toBe(2)
    expect(await states()).toEqual(['done', 'cut'])
    expect(disk.get('b')?.state).toBe('cut')
  })

  it('never takes its own work for cut, with locks or without', async () => {
    for (const hasLocks of [true, false]) {
      const { open } = browser()
      const page = open(hasLocks)
      void page.start('a', new Promise(() => undefined))
      await flush()
      expect((await page.recover()).map(({ state }) => state)).toEqual(['open'])
    }
  })

  it('does nothing that could not be written down', async () => {
    const { done, disk, open, fill } = browser()
    fill(true)
    await expect(open().start('a')).rejects.toThrow('full')
    expect(done.size + disk.size).toBe(0)
  })

  it('tells of what was cut also on a full disk, and stores it later', async () => {
    const { disk, open, fill } = browser()
    const dying = open()
    void dying.start('a', new Promise(() => undefined))
    await flush()
    dying.kill()
    fill(true)
    const page = open()
    expect((await page.recover())[0]?.state).toBe('cut')
    expect(page.reported).toHaveLength(1)
    expect(disk.get('a')?.state).toBe('open')
    fill(false)
    expect((await page.recover())[0]?.state).toBe('cut')
    expect(disk.get('a')?.state).toBe('cut')
  })

  it('lets one tab at a time in, and waits for what it holds itself for a moment', async () => {
    const { open, disk } = browser()
    const [one, two] = [open(), open()]
    void one.journal.holdIfFree('board', () => new Promise<void>(() => undefined))
    await flush()
    expect(await two.journal.holdIfFree('board', () => Promise.resolve(1))).toBeUndefined()
    one.kill()
    disk.set('board', { id: 'board', state: 'open' })
    void two.recover()
    expect(await two.journal.holdIfFree('board', () => Promise.resolve(1))).toEqual({ value: 1 })
  })
})

describe('a lock', () => {
  const refuse = { request: () => Promise.reject(new DOMException('not here', 'SecurityError')) }

  it('that the browser refuses or does not have keeps no work from being done', async () => {
    for (const locks of [refuse, undefined]) {
      expect(await hold(locks, 'one', () => 1)).toEqual({ value: 1 })
      expect(await hold(locks, 'one', () => 1, { ifAvailable: true })).toEqual({ value: 1 })
      await whenFree(locks, 'one')
    }
  })

  it('rejects as its work does, which is done once', async () => {
    const locks = fakeLockManager().of({ is: false, drops: new Set() })
    let times = 0
    const work = () => {
      times += 1
      return Promise.reject(new Error('broken'))
    }
    await expect(hold(locks, 'one', work)).rejects.toThrow('broken')
    expect(times).toBe(1)
  })
})
