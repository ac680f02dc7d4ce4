import { describe, expect, it } from 'vitest'

import { balanceAfter, balancesOf } from './balances.ts'
import type { HeaderList } from './header-list.ts'

const cost = { usd: 0.000127, diem: 0 }
const stream = ['Content-Type', 'text/event-stream; charset=utf-8'] as const
const json = ['content-type', 'application/json'] as const

describe('balancesOf', () => {
  it('tells a key the balance before the request, under the name of the provider', () => {
    const headers: HeaderList = [['x-acme-balance-usd', '10'], ['x-acme-balance-diem', '2'], stream]
    expect(balancesOf(headers, 'acme')).toEqual({ beforeUsd: '10', beforeDiem: '2' })
    expect(balancesOf(headers, 'vendor')).toEqual({})
  })

  it('tells a wallet the balance after the request, but of a stream the one before it', () => {
    const remaining = ['X-Balance-Remaining', '4.5'] as const
    expect(balancesOf([remaining, json], 'vendor')).toEqual({ afterUsd: '4.5' })
    expect(balancesOf([remaining, stream], 'vendor')).toEqual({ beforeUsd: '4.5' })
  })
})

describe('balanceAfter', () => {
  const remaining = (usd: string) => ['x-balance-remaining', usd] as const

  it('takes the declared cost off once, and only off a balance before the request', () => {
    expect(balanceAfter([remaining('5'), stream], 'vendor')).toBe(5_000_000)
    expect(balanceAfter([remaining('5'), stream], 'vendor', cost)).toBe(4_999_873)
    expect(balanceAfter([remaining('4.999873'), json], 'vendor', cost)).toBe(4_999_873)
    expect(balanceAfter([['x-vendor-balance-usd', '5'], json], 'vendor', cost)).toBe(4_999_873)
  })

  it('is never below zero, and unknown where nothing or nonsense is told', () => {
    expect(balanceAfter([remaining('0.0001'), stream], 'vendor', cost)).toBe(0)
    expect(balanceAfter([json], 'vendor', cost)).toBeUndefined()
    expect(balanceAfter([remaining('nonsense'), json], 'vendor', cost)).toBeUndefined()
  })
})
