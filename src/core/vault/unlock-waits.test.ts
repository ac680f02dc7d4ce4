import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'

import { createUnlockWaits } from './lock-when-idle.ts'
import { fakeBrowser } from './testing/fake-vault-world.ts'
import { createVault } from './vault.ts'

const PASSPHRASE = { kind: 'passphrase', passphrase: 'correct horse battery' } as const

/** A locked vault, and what the person is asked. */
async function lockedVault() {
  const browser = await fakeBrowser()
  const vault = createVault(browser.openTab())
  await vault.load()
  await vault.setUp(PASSPHRASE)
  vault.lock()
  const asked: boolean[] = []
  const waits = createUnlockWaits(vault, (isWaiting) => asked.push(isWaiting))
  return { vault, waits, asked }
}

const never = new AbortController().signal

it('all that wait go on after one unlock, and later ones need none', async () => {
  const { vault, waits, asked } = await lockedVault()
  const both = Promise.all([waits.wait(never), waits.wait(never)])
  await expect.poll(() => asked).toEqual([true, true])
  await vault.unlock(PASSPHRASE)
  await both
  expect(asked).toEqual([true, true, false])
  await waits.wait(never)
  expect(asked).toHaveLength(3)
})

it('whoever does not unlock ends all waits, and is asked again by the next', async () => {
  const { waits, asked } = await lockedVault()
  const waiting = waits.wait(never)
  await expect.poll(() => asked).toEqual([true])
  waits.refuse()
  await expect(waiting).rejects.toMatchObject({ kind: 'locked' })
  waits.refuse()
  const again = waits.wait(never)
  await expect.poll(() => asked).toEqual([true, false, true])
  waits.refuse()
  await expect(again).rejects.toMatchObject({ kind: 'locked' })
})

it('a wait that is aborted stops asking once nobody else waits', async () => {
  const { waits, asked } = await lockedVault()
  const stops = [new AbortController(), new AbortController()]
  const outcomes = Promise.allSettled(stops.map(({ signal }) => waits.wait(signal)))
  await expect.poll(() => asked).toEqual([true, true])
  stops[0]?.abort()
  expect(asked).toHaveLength(2)
  stops[1]?.abort()
  expect(asked).toEqual([true, true, false])
  for (const outcome of await outcomes) expect(outcome.status).toBe('rejected')
  await expect(waits.wait(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
})
