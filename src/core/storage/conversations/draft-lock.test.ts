import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { TestStorage } from '../testing/test-storage.ts'
import { acquireDraft, loadOwnDraft, reacquireDraft, saveOwnDraft } from './answer-lock.ts'

/** Locks of the browser: one holder at a time, which a closed tab lets go. */
class TestLocks {
  private readonly held = new Set<string>()
  private waiting: { name: string; grant: () => void }[] = []

  request = (
    name: string,
    { ifAvailable, signal }: LockOptions,
    run: (lock: object | null) => unknown,
  ): Promise<unknown> => {
    if (!this.held.has(name)) {
      this.held.add(name)
      return Promise.resolve(run({ name }))
    }
    if (ifAvailable === true) return Promise.resolve(run(null))
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error))
      this.waiting.push({ name, grant: () => resolve(run({ name })) })
    })
  }

  closeTab(name: string): void {
    const [next] = this.waiting.filter((one) => one.name === name)
    this.waiting = this.waiting.filter((one) => one !== next)
    if (next === undefined) this.held.delete(name)
    else next.grant()
  }
}

let locks = new TestLocks()

beforeEach(() => {
  locks = new TestLocks()
  vi.stubGlobal('navigator', { locks })
  vi.stubGlobal('sessionStorage', new TestStorage())
})

afterEach(() => {
  vi.unstubAllGlobals()
})

it('gives a draft to one tab only', async () => {
  expect(await acquireDraft('a')).toBe(true)
  expect(await acquireDraft('a')).toBe(false)
  expect(await acquireDraft('b')).toBe(true)
})

it('waits for the page before a reload to let go', async () => {
  await acquireDraft('a')
  const back = reacquireDraft('a')
  locks.closeTab('draft:a')
  expect(await back).toBe(true)
})

it('goes on without a draft that another tab does not let go', async () => {
  const patience = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
  await acquireDraft('a')
  const back = reacquireDraft('a')
  patience.abort()
  expect(await back).toBe(false)
})

it('gives a draft to who asks where the browser has no locks', async () => {
  vi.stubGlobal('navigator', {})
  expect(await acquireDraft('a')).toBe(true)
  expect(await acquireDraft('a')).toBe(true)
})

it('remembers the draft over a reload of the tab', () => {
  expect(loadOwnDraft()).toBeUndefined()
  saveOwnDraft('a')
  expect(loadOwnDraft()).toBe('a')
  vi.stubGlobal('sessionStorage', undefined)
  saveOwnDraft('c')
  expect(loadOwnDraft()).toBeUndefined()
})
