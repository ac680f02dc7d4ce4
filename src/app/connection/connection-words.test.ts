import { expect, test } from 'vitest'

import { apiKeyCredential } from '../../core/client/connection/credential.ts'
import { connectionWords, walletPaymentWords } from './connection-words.ts'

test('a local connection shows the end of its key and nothing more', () => {
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
  ).toEqual({ place: 'local', payment: 'key ••7f2a', tone: 'good' })
})

test('another API shows its name', () => {
  const baseUrl = 'https://api.example.com:8443/v1'
  expect(
    connectionWords(
      { id: 'c2', session: 's2', name: 'Acme', kind: 'remote', baseUrl, providerName: 'acme' },
      false,
    ),
  ).toEqual({ place: 'Acme', payment: 'no key', tone: 'good' })
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
  expect(connectionWords(undefined, true).place).toBe('connecting')
  expect(connectionWords(undefined, false).place).toBe('disconnected')
})

test('a pocket account signs by itself, and any other wallet prompts', () => {
  const wallet = { kind: 'wallet', label: 'wallet', origin: '', authorize: async () => [] } as const
  expect(walletPaymentWords({ credential: wallet }).pays).toContain('Each requires a signature')
  const pocket = walletPaymentWords({ credential: { ...wallet, isSealed: true } })
  expect(pocket.pays).toContain('It signs them by itself')
  expect(pocket.stop).toBe('Stop paying with pocket account')
  expect(walletPaymentWords({}).stop).toBeUndefined()
})
