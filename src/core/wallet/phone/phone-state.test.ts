import { expect, it } from 'vitest'

import { accountsOf, addressesOf, afterEvent, withChain, phoneStateOf } from './phone-state.ts'

const one = `0x${'a1'.repeat(20)}`
const two = `0x${'b2'.repeat(20)}`
const accounts = accountsOf({
  eip155: {
    accounts: [`eip155:8453:${one}`, `eip155:84532:${one}`, `eip155:84532:${two}`],
    methods: [],
    events: [],
  },
})

it('reads the accounts of EVM chains only, and nothing that is malformed', () => {
  expect(accounts).toHaveLength(3)
  expect(accountsOf({ 'eip155:1': { accounts: [`eip155:1:${two}`] } })).toEqual([
    { chainId: 1, address: two },
  ])
  for (const bad of [
    undefined,
    [],
    { eip155: null },
    { eip155: { accounts: 'eip155' } },
    { eip155: { accounts: [5, 'eip155:1:0x12', `eip155:x:${one}`, `eip155:1:${one} `] } },
    { solana: { accounts: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:abc'] } },
  ])
    expect(accountsOf(bad)).toEqual([])
})

it('stands on the first wanted chain that the phone allowed', () => {
  expect(phoneStateOf(accounts, [84532, 8453])).toMatchObject({ chainId: 84532, address: one })
  expect(phoneStateOf(accounts, [1, 8453])).toMatchObject({ chainId: 8453, address: one })
  expect(phoneStateOf(accounts, [1])).toBeUndefined()
  expect(phoneStateOf([], [8453])).toBeUndefined()
})

it('keeps chain and account as long as the phone still allows them', () => {
  const before = { accounts, chainId: 84532, address: two }
  expect(phoneStateOf(accounts, [8453], before)).toMatchObject({ chainId: 84532, address: two })
  const fewer = accounts.filter(({ address }) => address === one)
  expect(phoneStateOf(fewer, [8453], before)).toMatchObject({ chainId: 84532, address: one })
  expect(addressesOf(before)).toEqual([two, one])
})

it('goes only to chains that the phone allowed', () => {
  const state = { accounts, chainId: 84532, address: two }
  expect(withChain(state, 8453)).toEqual({ accounts, chainId: 8453, address: one })
  expect(withChain(state, 1)).toBeUndefined()
  expect(withChain(state, Number.NaN)).toBeUndefined()
})

it('follows the phone to an account and a chain of the session, and nowhere else', () => {
  const state = { accounts, chainId: 84532, address: one }
  const after = (name: unknown, data: unknown) => afterEvent(state, { name, data })
  expect(after('chainChanged', 8453)).toMatchObject({ chainId: 8453 })
  expect(after('chainChanged', '0x2105')).toMatchObject({ chainId: 8453 })
  expect(after('accountsChanged', [`eip155:84532:${two}`])).toMatchObject({ address: two })
  expect(after('accountsChanged', [two.toUpperCase().replace('0X', '0x')])).toMatchObject({
    address: two,
  })
  for (const [name, data] of [
    ['chainChanged', 1],
    ['chainChanged', {}],
    ['accountsChanged', []],
    ['accountsChanged', [`0x${'c3'.repeat(20)}`]],
    ['accountsChanged', 'x'],
    ['message', 'x'],
  ] as const)
    expect(after(name, data)).toBe(state)
})
