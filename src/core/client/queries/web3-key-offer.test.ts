import { expect, test } from 'vitest'

import { fakeClient, jsonResponse } from '../testing/fake-world.ts'
import { queryClientOf } from './connection-query.ts'
import { web3KeyOffer } from './web3-key-offer.ts'

test('an API offers wallets keys when it returns a token, and is asked without the key', async () => {
  const { client, connection, world } = fakeClient(() => jsonResponse({ data: { token: 't' } }))
  const offer = web3KeyOffer(client, connection)
  expect(await queryClientOf(client).fetchQuery(offer)).toBe(true)
  expect(new Map(world.sent[0]?.headers).has('authorization')).toBe(false)
})

test.each([[{ data: 'none' }], [{}], [[]]])('%j offers none', async (body) => {
  const { client, connection } = fakeClient(() => jsonResponse(body))
  await expect(queryClientOf(client).fetchQuery(web3KeyOffer(client, connection))).rejects.toThrow(
    'a token',
  )
})
