import { beforeEach, expect, it, vi } from 'vitest'

import type { PhoneClient, PhoneLink } from './phone-client.ts'
import { PairingStopped, SessionLacksChain } from './phone-errors.ts'
import { phoneProvider } from './phone-provider.ts'
import type { PhoneAccount } from './phone-state.ts'

const one = `0x${'a1'.repeat(20)}`
const two = `0x${'b2'.repeat(20)}`
const both = [8453, 84532].map((chainId) => ({ chainId, address: one }))

/** A phone whose session is what `kept` says, and a page that asks it. */
function setUp(kept?: PhoneAccount[], agreed: PhoneAccount[] = both) {
  const state: { session: PhoneAccount[] | undefined; link?: PhoneLink } = { session: kept }
  const stop = new AbortController()
  const client = {
    accounts: () => state.session,
    pair: vi.fn<PhoneClient['pair']>(() => Promise.resolve((state.session = agreed))),
    request: vi.fn<PhoneClient['request']>(() => Promise.resolve('0xsigned')),
    end: vi.fn<PhoneClient['end']>(() => Promise.resolve(void (state.session = undefined))),
  }
  const open = vi.fn<(link: PhoneLink) => Promise<PhoneClient>>((link) => {
    state.link = link
    return Promise.resolve(client)
  })
  const onEnded = vi.fn<() => void>()
  const done = vi.fn<() => void>()
  const provider = phoneProvider({
    chainIds: [84532, 8453],
    open,
    startPairing: () => ({ signal: stop.signal, show: () => undefined, done }),
    onEnded,
  })
  const heard: [string, unknown][] = []
  for (const event of ['accountsChanged', 'chainChanged'])
    provider.on(event, (value) => heard.push([event, value]))
  const ask = (method: string, ...params: unknown[]) => provider.request({ method, params })
  const switchTo = (chainId: string) => ask('wallet_switchEthereumChain', { chainId })
  return { ask, switchTo, client, open, onEnded, done, stop, heard, state }
}

let phone: ReturnType<typeof setUp>
beforeEach(() => {
  phone = setUp()
})

it('fetches nothing until a phone is asked for something', async () => {
  expect(await phone.ask('eth_chainId')).toBe('0x14a34')
  expect(await phone.ask('wallet_requestPermissions')).toEqual([])
  await expect(phone.ask('personal_sign', '0x00', one)).rejects.toMatchObject({ code: 4900 })
  await expect(phone.ask('eth_sendTransaction', {})).rejects.toMatchObject({ code: 4200 })
  expect(phone.open).not.toHaveBeenCalled()
})

it('pairs when accounts are asked for, once, and not when they are only looked up', async () => {
  expect(await phone.ask('eth_accounts')).toEqual([])
  expect(phone.client.pair).not.toHaveBeenCalled()
  expect(await phone.ask('eth_requestAccounts')).toEqual([one])
  expect(await phone.ask('eth_requestAccounts')).toEqual([one])
  expect(await phone.ask('eth_accounts')).toEqual([one])
  expect(phone.client.pair).toHaveBeenCalledOnce()
  expect(phone.done).toHaveBeenCalledOnce()
  expect(phone.open).toHaveBeenCalledOnce()
})

it('goes on with the session that outlived a reload', async () => {
  phone = setUp(both)
  expect(await phone.ask('eth_accounts')).toEqual([one])
  expect(await phone.ask('eth_signTypedData_v4', one, '{}')).toBe('0xsigned')
  expect(phone.client.request).toHaveBeenCalledWith(84532, 'eth_signTypedData_v4', [one, '{}'])
  expect(phone.client.pair).not.toHaveBeenCalled()
})

it('does not pair when it was given up while the client was fetched', async () => {
  phone.stop.abort()
  await expect(phone.ask('eth_requestAccounts')).rejects.toBeInstanceOf(PairingStopped)
  expect(phone.client.pair).not.toHaveBeenCalled()
  expect(phone.done).toHaveBeenCalledOnce()
})

it('ends a session that allows none of the chains', async () => {
  phone = setUp(undefined, [{ chainId: 1, address: one }])
  await expect(phone.ask('eth_requestAccounts')).rejects.toBeInstanceOf(SessionLacksChain)
  expect(phone.client.end).toHaveBeenCalledOnce()
  expect(await phone.ask('eth_accounts')).toEqual([])
})

it('changes only to chains of the session, and signs on the one it is on', async () => {
  phone = setUp(both)
  await phone.ask('eth_accounts')
  expect(await phone.switchTo('0x2105')).toBeNull()
  expect(await phone.ask('eth_chainId')).toBe('0x2105')
  expect(phone.heard).toEqual([['chainChanged', '0x2105']])
  await expect(phone.switchTo('0x1')).rejects.toBeInstanceOf(SessionLacksChain)
  await phone.ask('personal_sign', '0x00', one)
  expect(phone.client.request).toHaveBeenCalledWith(8453, 'personal_sign', ['0x00', one])
})

it('tells of other accounts and chains that the phone allows or goes to', async () => {
  phone = setUp(both)
  await phone.ask('eth_accounts')
  phone.state.link?.onEvent({ name: 'chainChanged', data: 8453 })
  phone.state.link?.onEvent({ name: 'chainChanged', data: 1 })
  phone.state.link?.onAccounts([{ chainId: 8453, address: two }])
  expect(phone.heard).toEqual([
    ['chainChanged', '0x2105'],
    ['accountsChanged', [two]],
  ])
  phone.state.link?.onAccounts([{ chainId: 1, address: two }])
  expect(phone.heard.at(-1)).toEqual(['accountsChanged', []])
  expect(phone.onEnded).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(phone.client.end).toHaveBeenCalledOnce())
})

it('rejects an open question when the phone ends the session', async () => {
  phone = setUp(both)
  await phone.ask('eth_accounts')
  phone.client.request.mockReturnValue(new Promise(() => undefined))
  const question = phone.ask('personal_sign', '0x00', one)
  await vi.waitFor(() => expect(phone.client.request).toHaveBeenCalled())
  phone.state.link?.onEnd()
  await expect(question).rejects.toMatchObject({ code: 4900 })
  expect(phone.heard).toEqual([['accountsChanged', []]])
  expect(phone.onEnded).toHaveBeenCalledOnce()
})

it('is let go by this page without being told that the phone ended it', async () => {
  phone = setUp(both)
  await phone.ask('eth_accounts')
  await phone.ask('wallet_revokePermissions')
  phone.state.link?.onEnd()
  expect(phone.client.end).toHaveBeenCalledOnce()
  expect(phone.onEnded).not.toHaveBeenCalled()
  expect(await phone.ask('eth_accounts')).toEqual([])
})
