import { lazy, Suspense, useEffect, useLayoutEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import type { SessionState } from '../../core/wallet/session/wallet-session.ts'

const faults: unknown[] = []
// React takes it when it is loaded, and holds commits back with it; what a callback throws goes to nobody.
const { setTimeout: setTimer } = globalThis
vi.stubGlobal('setTimeout', (run: () => void, ms?: number) =>
  setTimer(() => {
    try {
      run()
    } catch (error) {
      faults.push(error)
    }
  }, ms),
)
const { createRoot } = await import('react-dom/client')
const { openSolanaWallets } = await import('./solana-wallets.tsx')

/** For how long React holds back what comes after a fallback, ms. */
const HELD_BACK_MS = 300

const SIGNED_IN: SessionState['session'] = {
  family: 'solana',
  id: 'Wallet',
  name: 'Wallet',
  address: '9ECaLsXJmaQGvZA1Tq7wmGmP417L5NgN9UdgBxcYyryu',
  kind: 'wallet',
}

/**
 * A page that follows the session, and a second root that is drawn while a commit of the page is held back. `draw` draws the
 * second root and has to take until `due`: React then yields before it runs the effects, and the held-back commit comes first.
 * @returns what React threw
 */
async function race(
  draw: (store: ReturnType<typeof newStore>, waitUntilDue: () => void) => void,
): Promise<unknown[]> {
  faults.length = 0
  const store = newStore()
  let arrive: (module: { default: () => string }) => void = () => undefined
  const Later = lazy(
    () =>
      new Promise<{ default: () => string }>((resolve) => {
        arrive = resolve
      }),
  )
  const Page = () => (
    <>
      {useStore(store, ({ session }) => session?.name ?? 'nobody')}{' '}
      <Suspense fallback="on its way">
        <Later />
      </Suspense>
    </>
  )
  const container = document.createElement('div')
  const root = createRoot(container)
  root.render(<Page />)
  await expect.poll(() => container.textContent).toContain('on its way')
  const due = performance.now() + HELD_BACK_MS
  arrive({ default: () => 'there' })
  // Long enough for React to try again, and to hold back what it drew.
  await new Promise((done) => setTimer(done, HELD_BACK_MS / 3))
  draw(store, () => {
    while (performance.now() < due + 20) continue
  })
  await expect.poll(() => container.textContent).toBe('nobody there')
  root.unmount()
  return faults
}

const newStore = () => createStore<SessionState>(() => ({ session: SIGNED_IN }) as SessionState)

test('a store that changes in an effect of another root breaks a commit that React held back', async () => {
  const thrown = await race((store, waitUntilDue) => {
    function Other() {
      useLayoutEffect(waitUntilDue, [])
      useEffect(() => store.setState({ session: undefined }), [])
      return null
    }
    createRoot(document.createElement('div')).render(<Other />)
  })
  expect(String(thrown[0])).toContain('177')
})

test('the Solana wallets tell the page after that', async () => {
  const thrown = await race((store, waitUntilDue) => {
    // What the provider asks for as it is drawn.
    vi.spyOn(Storage.prototype, 'getItem').mockImplementationOnce(() => {
      waitUntilDue()
      return null
    })
    openSolanaWallets(store)
  })
  expect(thrown).toEqual([])
})
