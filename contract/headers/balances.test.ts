import { describe, expect, it } from 'vitest'

import { balancesOf } from './balances.ts'
import type { HeaderList } from './header-list.ts'

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
