import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { IDLE_LIMIT, lockWhenIdle } from './lock-when-idle.ts'
import { fakeBrowser, memoryChannels } from './testing/fake-vault-world.ts'
import { createVault, type Vault } from './vault.ts'

const PASSPHRASE = { kind: 'passphrase', passphrase: 'correct horse battery' } as const

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }),
)
afterEach(() => void vi.useRealTimers())

/** A page with an unlocked vault, and others like it. */
async function openPages(count: number) {
  const browser = await fakeBrowser()
  const openChannel = memoryChannels<'active'>()
  const pages = []
  for (let index = 0; index < count; index += 1) {
    const vault = createVault(browser.openTab())
    await vault.load()
    await (index === 0 ? vault.setUp(PASSPHRASE) : vault.unlock(PASSPHRASE))
    const window = new EventTarget()
    const document = new EventTarget()
    const clock = { now: () => Date.now(), elapsed: () => performance.now() }
    const stop = lockWhenIdle(vault, { clock, window, document, channel: openChannel() })
    pages.push({ vault, window, document, stop })
  }
  const [first, second] = pages
  if (first === undefined) throw new Error('no page')
  return { ...first, second: second ?? first }
}

const statusOf = (vault: Vault) => vault.store.getState().status

it('behavior: fifteen minutes without a press lock the vault, and a press starts them anew', async () => {
  const { vault, window } = await openPages(1)
  vi.advanceTimersByTime(IDLE_LIMIT - 1)
  expect(statusOf(vault)).toBe('unlocked')
  window.dispatchEvent(new Event('keydown'))
  vi.advanceTimersByTime(IDLE_LIMIT - 1)
  expect(statusOf(vault)).toBe('unlocked')
  vi.advanceTimersByTime(1)
  expect(statusOf(vault)).toBe('locked')
  await vault.unlock(PASSPHRASE)
  vi.advanceTimersByTime(IDLE_LIMIT)
  expect(statusOf(vault)).toBe('locked')
})

it('a press in one tab counts in the others', async () => {
  const { vault, second } = await openPages(2)
  vi.advanceTimersByTime(IDLE_LIMIT - 1)
  second.window.dispatchEvent(new Event('pointerdown'))
  vi.advanceTimersByTime(IDLE_LIMIT - 1)
  expect([statusOf(vault), statusOf(second.vault)]).toEqual(['unlocked', 'unlocked'])
  vi.advanceTimersByTime(1)
  expect([statusOf(vault), statusOf(second.vault)]).toEqual(['locked', 'locked'])
})

it('behavior: a machine that slept too long locks at the first press, not after it', async () => {
  const { vault, window } = await openPages(1)
  vi.setSystemTime(Date.now() + IDLE_LIMIT)
  window.dispatchEvent(new Event('pointermove'))
  expect(statusOf(vault)).toBe('locked')
})

it('a page that is shown again too late locks, whatever its timers did', async () => {
  const { vault, document } = await openPages(1)
  vi.setSystemTime(Date.now() + IDLE_LIMIT)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(statusOf(vault)).toBe('locked')
})

it('a page that is frozen or left locks, and the other tabs do not', async () => {
  const { vault, document, window, second } = await openPages(2)
  document.dispatchEvent(new Event('freeze'))
  expect([statusOf(vault), statusOf(second.vault)]).toEqual(['locked', 'unlocked'])
  await vault.unlock(PASSPHRASE)
  window.dispatchEvent(new Event('pagehide'))
  expect(statusOf(vault)).toBe('locked')
})

it('once stopped, nothing locks it', async () => {
  const { vault, document, window, stop } = await openPages(1)
  stop()
  vi.advanceTimersByTime(2 * IDLE_LIMIT)
  document.dispatchEvent(new Event('freeze'))
  window.dispatchEvent(new Event('pagehide'))
  expect(statusOf(vault)).toBe('unlocked')
})
