import { expect, test } from 'vitest'

import { isJsonObject, readJson } from '../../../../contract/json.ts'
import { isSignableToken } from '../../../../contract/wallet/web3-key.ts'
import { toHar } from '../../inspector/export/har-exchange.ts'
import { redactedExchange } from '../../inspector/export/redacted-exchange.ts'
import { apiKeyCredential } from '../connection/credential.ts'
import { findSecrets } from '../connection/extra-headers.ts'
import { callOperation } from '../operation.ts'
import { API_KEY, fakeClient, jsonResponse } from '../testing/fake-world.ts'
import { web3Key, web3Token } from './wallet-reads.ts'

const never = new AbortController().signal
const ADDRESS = '0x00000000000000000000000000000000000000aa'
/** Looks like no key that is known by its shape. */
const KEY = 'qQz7-Plain.Words-Of-A-Canary'
const SIGNED = { address: ADDRESS, token: 'token-0123456789', signature: `0x${'5e'.repeat(65)}` }

test('neither the key nor the signature is in the exchange, an export or a report', async () => {
  const bodies = [
    { success: true, data: { apiKey: KEY, apiKeyType: 'INFERENCE', note: `Keep ${KEY}` } },
    // Not a key as described, but it may hold one.
    { data: { key: KEY } },
  ]
  for (const [at, body] of bodies.entries()) {
    const { client, world, connection } = fakeClient(({ method }) =>
      method === 'POST' ? jsonResponse(body) : jsonResponse({ echo: KEY }),
    )
    const result = await web3Key(client, connection, SIGNED, never)
    expect('apiKey' in result).toBe(at === 0)
    expect(world.sent[0]?.headers).not.toContainEqual(['authorization', `Bearer ${API_KEY}`])
    expect(readJson(String(await new Response(world.sent[0]?.body).text()))).toEqual({
      ...SIGNED,
      apiKeyType: 'INFERENCE',
    })
    if ('apiKey' in result) {
      const { origin } = new URL(connection.baseUrl)
      client.connections.payWithKey(apiKeyCredential(result.apiKey, origin))
      const paid = client.connections.store.getState().connection
      if (paid === undefined) throw new Error('No connection')
      // From here on it is masked like any key, also where a server repeats it.
      await callOperation(client, paid, { method: 'GET', path: '/y' }, { signal: never })
      expect(findSecrets(client, `My key is ${KEY}`)).toHaveLength(1)
    }
    const all = Object.values(client.exchanges.store.getState().byId)
    const sinks = JSON.stringify([
      all,
      all.map((one) => toHar(redactedExchange(one, { content: true }))),
      client.connections.store.getState(),
      [...world.stored],
      world.reported.map(String),
      'apiKey' in result ? {} : result,
    ])
    expect(all.length).toBe(at === 0 ? 2 : 1)
    for (const secret of [KEY, SIGNED.signature, SIGNED.token]) expect(sinks).not.toContain(secret)
    expect(isJsonObject(all[0]?.request.body) && all[0].request.body['address']).toBe(ADDRESS)
  }
})

test('a refusal that repeats the signature is masked', async () => {
  const { client, connection } = fakeClient(() =>
    jsonResponse({ error: `Bad signature ${SIGNED.signature}` }, { status: 401 }),
  )
  expect(await web3Key(client, connection, SIGNED, never)).toMatchObject({
    status: 401,
    message: expect.stringMatching(/^Bad signature <redacted/),
  })
  expect(JSON.stringify(client.exchanges.store.getState().byId)).not.toContain(SIGNED.signature)
})

test('a token is fetched without credentials, and what may mean something elsewhere is none', async () => {
  const ask = async (token: string) => {
    const { client, world, connection } = fakeClient(() => jsonResponse({ data: { token } }))
    const result = await web3Token(client, connection, never)
    expect(world.sent[0]?.headers.map(([name]) => name)).not.toContain('authorization')
    return result
  }
  expect(await ask('example-token-to-sign')).toEqual({ token: 'example-token-to-sign' })
  const signIn = 'evil.example wants you to sign in with your Ethereum account:\n0x00\n\nURI: x'
  for (const token of [signIn, `0x${'ab'.repeat(32)}`, 'ab'.repeat(32), 'short', 'to ken-to-sign'])
    expect(await ask(token)).toMatchObject({ kind: 'not_signed' })
  expect(isSignableToken('eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl-_')).toBe(true)
})
