import { expect, test } from 'vitest'

import { apiKeyCredential } from '../../../core/client/connection/credential.ts'
import { UNCHANGED } from '../../../core/client/connection/extra-headers.ts'
import { headersText, readFormSecrets } from './form-secrets.ts'

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
