import { expect, it } from 'vitest'

import { serviceDomains } from './discovery.ts'

it('are the loopback names with and without the port, and the host that was asked for', () => {
  expect([...serviceDomains('127.0.0.1', 4310, undefined, [])]).toEqual([
    '127.0.0.1:4310',
    '127.0.0.1',
    'localhost:4310',
    'localhost',
    '[::1]:4310',
    '[::1]',
  ])
  expect(serviceDomains('box.lan', 80, undefined, []).has('box.lan:80')).toBe(true)
  expect(serviceDomains('::1', 80, 'https://api.example', []).has('api.example')).toBe(true)
})

it('are this machine’s own addresses when it listens everywhere, never any address', () => {
  const domains = serviceDomains('0.0.0.0', 4310, undefined, ['192.0.2.7', 'fe80::1'])
  expect(domains.has('192.0.2.7:4310') && domains.has('[fe80::1]:4310')).toBe(true)
  expect(domains.has('0.0.0.0:4310')).toBe(false)
})
