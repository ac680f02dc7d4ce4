import { expect, test } from 'vitest'

import { apiKeyCredential } from '../../core/client/connection/credential.ts'
import { connectionWords, walletPaymentWords } from './connection-dot.tsx'

test('a local connection has the name of its dialog, and the end of its key in a hint', () => {
  const credential = apiKeyCredential('secret-secret-7f2a', 'http://127.0.0.1:4310')
  const baseUrl = 'http://127.0.0.1:4310/api/v1'
  expect(
    connectionWords(
      {
        id: 'c1',
        session: 's1',
        name: 'This machine',
        kind: 'local',
        baseUrl,
        providerName: 'vendor',
        credential,
      },
      false,
    ),
  ).toEqual({ name: 'This machine', hint: 'This machine · key ••7f2a', tone: 'good' })
})

test('another API shows its name', () => {
  const baseUrl = 'https://api.example.com:8443/v1'
  expect(
    connectionWords(
      { id: 'c2', session: 's2', name: 'Acme', kind: 'remote', baseUrl, providerName: 'acme' },
      false,
    ),
  ).toEqual({ name: 'Acme', hint: 'Acme · api.example.com:8443 · no key', tone: 'good' })
})

test('only the local service needs a key for sure', () => {
  const baseUrl = 'http://127.0.0.1:4310/api/v1'
  expect(
    connectionWords(
      {
        id: 'c3',
        session: 's3',
        name: 'This machine',
        kind: 'local',
        baseUrl,
        providerName: 'vendor',
      },
      false,
    ).tone,
  ).toBe('warn')
})

test('no connection is told from one that is being made', () => {
  expect(connectionWords(undefined, true).name).toBe('Connecting')
  expect(connectionWords(undefined, false).name).toBe('Disconnected')
})

test('a pocket account signs by itself, and any other wallet prompts', () => {
  const wallet = { kind: 'wallet', label: 'wallet', origin: '', authorize: async () => [] } as const
  expect(walletPaymentWords({ credential: wallet }).pays).toContain('Each requires a signature')
  const pocket = walletPaymentWords({ credential: { ...wallet, isSealed: true } })
  expect(pocket.pays).toContain('It signs them by itself')
  expect(pocket.stop).toBe('Stop paying with pocket account')
  expect(walletPaymentWords({}).stop).toBeUndefined()
})
