import { expect, it } from 'vitest'

import { readPhoneRelay } from './phone-relay.ts'

it.each([
  ['3f2a', undefined, 'wss://relay.walletconnect.org'],
  ['my-project_1', 'wss://relay.example.com/', 'wss://relay.example.com'],
  ['p', 'wss://relay.example.com:8443', 'wss://relay.example.com:8443'],
  ['p', 'ws://127.0.0.1:5555', 'ws://127.0.0.1:5555'],
])('reaches phones for %s through %s', (projectId, address, relayUrl) => {
  expect(readPhoneRelay(projectId, address)).toEqual({ ok: true, relay: { projectId, relayUrl } })
})

it.each([
  ['', undefined, 'project ID'],
  ['a b', undefined, 'project ID'],
  ["x' *", undefined, 'project ID'],
  ['p'.repeat(65), undefined, 'project ID'],
  ['p', 'https://relay.example.com', 'wss://'],
  ['p', 'wss://relay.example.com/path', 'without a path'],
  ['p', 'wss://name:word@relay.example.com', 'without a path'],
  ['p', 'wss://*.example.com', 'wss://'],
  ['p', 'relay.example.com', 'wss://'],
  ['p', 'ws://relay.example.com', 'this computer only'],
])('refuses %j with %j', (projectId, address, message) => {
  expect(readPhoneRelay(projectId, address)).toMatchObject({
    ok: false,
    message: expect.stringContaining(message),
  })
})
