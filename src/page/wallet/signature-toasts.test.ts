import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'

import type { SignatureWait } from '../../core/client/connection/signature-wait.ts'
import { createSessionStore } from '../../core/wallet/session/wallet-session.ts'
import { toastStore } from '../../ui/feedback/toast.tsx'
import { showSignatureWaits } from './signature-toasts.ts'

const waits = createStore<{ waiting: readonly SignatureWait[] }>(() => ({ waiting: [] }))
const session = createSessionStore()
let stop = () => {}
const texts = () => toastStore.getState().toasts.map(({ text }) => text)
const place = { pathname: '/chat' }

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', place)
  stop = showSignatureWaits({ session, signatureWaits: waits })
})
afterEach(() => {
  waits.setState({ waiting: [] })
  toastStore.setState({ toasts: [] })
  session.setState({ unsigned: undefined })
  stop()
  place.pathname = '/chat'
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function wait(id: string) {
  const cancel = vi.fn<() => void>()
  const one = { id, method: 'POST', url: 'http://a/api/v1/chat/completions', since: 0, cancel }
  waits.setState(({ waiting }) => ({ waiting: [...waiting, one] }))
  return one
}

it('says what the wallet is asked to sign until it is answered, and how to give up', () => {
  const { cancel } = wait('1')
  expect(texts()).toEqual(['Waiting for your wallet to sign POST /api/v1/chat/completions'])
  toastStore.getState().toasts[0]?.action?.run()
  expect(cancel).toHaveBeenCalledOnce()
  waits.setState({ waiting: [] })
  expect(texts()).toEqual([])
})

it('says after a while where to look, for each request on its own', () => {
  wait('1')
  vi.advanceTimersByTime(15_000)
  const second = wait('2')
  vi.advanceTimersByTime(5_000)
  expect(texts()).toHaveLength(2)
  expect(texts()).toContain("Your wallet isn't responding. Open it to find the request.")
  waits.setState({ waiting: [second] })
  expect(texts()).toEqual(['Waiting for your wallet to sign POST /api/v1/chat/completions'])
})

it('says why a wallet did not sign, outside the wallet area', () => {
  session.setState({ unsigned: 'rejected' })
  expect(texts()[0]).toContain('You rejected the request')
  toastStore.setState({ toasts: [] })
  place.pathname = '/wallet'
  session.setState({ unsigned: 'locked' })
  expect(texts()).toEqual([])
})
