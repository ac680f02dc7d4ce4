import { expect, test } from 'vitest'

import { apiKeyCredential } from '../../core/client/connection/credential.ts'
import { fakeClient, jsonResponse } from '../../core/client/testing/fake-world.ts'
import { type ConnectionTrial, factsWords, trialWords, tryConnection } from './try-connection.ts'

const BASE = 'http://127.0.0.1:3902/v1'
const credential = apiKeyCredential('key-0123456789', 'http://127.0.0.1:3902')

/** Tries an API that responds like this; `cause` is what a test of its address finds. */
function attempt(
  respond: () => Response,
  {
    cause = 'unreachable' as 'cors' | 'unreachable',
    hasKey = false,
    signal = new AbortController().signal,
  } = {},
): Promise<ConnectionTrial | undefined> {
  const { client } = fakeClient(respond)
  const connection = {
    id: 'c1',
    session: 's1',
    name: 'Acme',
    kind: 'remote' as const,
    baseUrl: BASE,
    providerName: 'vendor',
  }
  return tryConnection(
    client,
    hasKey ? { ...connection, credential } : connection,
    () => Promise.resolve({ cause, words: 'What was found.' }),
    signal,
  )
}

const refuse = () => {
  throw new TypeError('Failed to fetch')
}

test('an API that lists models is connected to', async () => {
  const models = () => jsonResponse({ object: 'list', data: [{ id: 'a' }, { id: 'b' }] })
  expect(await attempt(models)).toEqual({ ok: true, facts: { models: 2, offers: [] } })
})

// maximhq/bifrost#6711: Together AI gives a bare list.
test('a list in another shape is one too, and what was not understood in it is counted', async () => {
  const models = () => jsonResponse([{ id: 'a/b', context_length: 4096 }, 'c', { id: '' }, null])
  const trial = await attempt(models)
  expect(trial).toEqual({ ok: true, facts: { models: 2, unread: 2, offers: ['context'] } })
  if (trial?.ok === true)
    expect(factsWords(trial.facts)[0]).toBe(
      '2 models, capabilities not listed. 2 entries were not understood.',
    )
})

test('an API that wants a key asks for one before it calls anything an error', async () => {
  const refused = () => jsonResponse({ error: { message: 'No key' } }, { status: 401 })
  expect(await attempt(refused)).toMatchObject({ needsKey: true })
  const wrong = await attempt(refused, { hasKey: true })
  expect(wrong).not.toHaveProperty('needsKey')
  expect(wrong).toMatchObject({ title: expect.stringContaining('401') })
})

test('where CORS is in the way the command is given that gets around it', async () => {
  expect(await attempt(refuse, { cause: 'cors' })).toMatchObject({
    title: 'Blocked by CORS',
    command: `npm start -- --upstream ${BASE}`,
  })
})

test('with a key given, the words about CORS do not begin in the middle', async () => {
  const words = async (hasKey: boolean) => {
    const trial = await attempt(refuse, { cause: 'cors', hasKey })
    return trial?.ok === false ? trial.meaning : ''
  }
  expect(await words(true)).toBe('What was found. Restart the local service in front of it:')
  expect(await words(false)).toBe(
    'What was found. If it requires a key, enter it and retry. Otherwise restart the local service in front of it:',
  )
})

test('an address where nothing runs gets no command', async () => {
  const trial = await attempt(refuse)
  expect(trial).toMatchObject({ ok: false, meaning: 'What was found.' })
  expect(trial).not.toHaveProperty('command')
})

test('a trial that is aborted, as by typing a key, comes to nothing', async () => {
  expect(await attempt(refuse, { signal: AbortSignal.abort() })).toBeUndefined()
})

test('a response that is no list of models points at the base URL', () => {
  const failure = { kind: 'unexpected_answer', message: 'Expected a list of models.' } as const
  expect(trialWords(failure, {}).meaning).toContain('/v1')
})
