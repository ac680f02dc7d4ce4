import { expect, test } from 'vitest'

import { readBaseUrl } from '../../../core/client/connection/base-url.ts'
import { apiKeyCredential } from '../../../core/client/connection/credential.ts'
import { UNCHANGED } from '../../../core/client/connection/extra-headers.ts'
import { fakeClient, jsonResponse } from '../../../core/client/testing/fake-world.ts'
import {
  type ConnectionTrial,
  factsWords,
  headersText,
  readFormSecrets,
  serverAt,
  SERVERS,
  trialWords,
  tryConnection,
} from './new-connection.ts'

const url = 'https://api.example.com/v1'
const present = apiKeyCredential('sk-earlier', 'https://api.example.com', [['api-key', 'azure']])

test('behavior: a key and headers that were typed replace the earlier ones', async () => {
  const typed = { apiKey: 'sk-new', headers: 'X-Title: Mine\napi-key: other' }
  expect(await readFormSecrets(typed, present, url)).toEqual({
    ok: true,
    secrets: { apiKey: 'sk-new', headers: [['api-key', 'other']] },
    plain: [['X-Title', 'Mine']],
  })
})

test('behavior: what was left unchanged stays as it is', async () => {
  const unchanged = { apiKey: '', headers: `api-key: ${UNCHANGED}` }
  expect(await readFormSecrets(unchanged, present, url)).toMatchObject({
    ok: true,
    secrets: { apiKey: 'sk-earlier', headers: [['api-key', 'azure']] },
  })
})

test('behavior: a header whose value is gone has to be entered again', async () => {
  const unchanged = { apiKey: 'sk-new', headers: `api-key: ${UNCHANGED}` }
  expect(await readFormSecrets(unchanged, undefined, url)).toEqual({
    ok: false,
    problem: 'Enter the value of api-key again.',
  })
})

test('behavior: saved keys are not asked for when everything was typed', async () => {
  const sealed = { authorize: () => Promise.reject(new Error('locked')) }
  const typed = { apiKey: 'sk-new', headers: '' }
  expect(await readFormSecrets(typed, sealed, url)).toMatchObject({ ok: true })
  await expect(readFormSecrets({ ...typed, apiKey: '' }, sealed, url)).rejects.toThrow('locked')
})

test('security: the values of secret headers are not shown', () => {
  const saved = {
    id: '1',
    name: 'Example',
    baseUrl: url,
    providerName: 'vendor',
    headers: [['X-Title', 'Mine'] as const],
    secretHeaders: ['api-key'],
    usesKey: true,
    color: 0,
    addedAt: 0,
    lastUsedAt: 0,
  }
  expect(headersText(saved)).toBe(`X-Title: Mine\napi-key: ${UNCHANGED}`)
})

test('every server of the list is a base URL that can be connected to as it is', () => {
  for (const { baseUrl } of Object.values(SERVERS).flat())
    expect(readBaseUrl(baseUrl)).toMatchObject({ ok: true, baseUrl })
})

test('a typed URL is recognized, by either name of this machine', () => {
  expect(serverAt(' http://localhost:11434/v1/')).toBe('Ollama')
  expect(serverAt('https://api.openai.com/v1')).toBe('OpenAI')
  expect(serverAt('https://api.example.com/v1')).toBeUndefined()
})

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
