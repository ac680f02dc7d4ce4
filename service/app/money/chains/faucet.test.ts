import { describe, expect, it } from 'vitest'

import { createChains } from '../../../node/chains/chains.ts'
import { HttpError } from '../../http/http-error.ts'
import { createFaucet } from './chains.ts'

const refusalOf = (wish: Promise<unknown>): Promise<unknown> =>
  wish.then(
    () => 'given',
    (error: unknown) => (error instanceof HttpError ? error : 'unexpected'),
  )

describe('the faucet', () => {
  it('gives an address five times a minute, however it is spelled, and says when to come back', async () => {
    let time = 30_000
    const chains = createChains({ networkIds: 'test' })
    const faucet = createFaucet(chains, () => time)
    const address = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B'
    const network = 'eip155:84532'
    for (let gift = 0; gift < 5; gift += 1)
      await faucet({ address: gift % 2 === 0 ? address : address.toLowerCase(), network })
    const refused = await refusalOf(faucet({ address, network }))
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'Retry-After': '30' },
      body: { code: 'FAUCET_RATE_LIMITED', error: expect.stringContaining('30 s') },
    })
    const another = '0x1111111111111111111111111111111111111111'
    expect(await faucet({ address: another, network })).toMatchObject({ address: another })
    time += 30_000
    expect(await faucet({ address, network })).toMatchObject({ address, amount: '100000000' })
    await chains.close()
  })

  it('gives less where it is asked to, and never more', async () => {
    const chains = createChains({ networkIds: 'test' })
    const faucet = createFaucet(chains)
    const wish = { address: '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B', network: 'eip155:84532' }
    expect(await faucet({ ...wish, amount: 10_000_000 })).toMatchObject({ amount: '10000000' })
    for (const amount of [0, -1, 0.5, 100_000_001, '5'])
      expect(await refusalOf(faucet({ ...wish, amount }))).toMatchObject({ status: 400 })
    await chains.close()
  })
})
