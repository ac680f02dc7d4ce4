import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { isPublicAddress } from './outbound-policy.ts'

describe('a public address', () => {
  it.each(['1.1.1.1', '8.8.8.8', '93.184.216.34', '172.15.0.1', '172.32.0.1', '100.128.0.1'])(
    'is %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it.each(['2606:4700:4700::1111', '2a00:1450:4001:81b::200e', '2003::1', '2001:200::1'])(
    'is %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    '::1',
    '::',
    'fe80::1',
    'fe80::1%eth0',
    '2606:4700::1%lo',
    'fc00::1',
    'ff02::1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001:0:53aa:64c::1',
    '2001:db8::1',
    '3fff::1',
    '100::1',
    '4000::1',
    'example.com',
    '127.1',
    '',
  ])('is not %j', (address) => expect(isPublicAddress(address)).toBe(false))

  it('is never in a special IPv4 network, whichever of its addresses', () => {
    const net = fc.constantFrom('0.', '10.', '127.', '169.254.', '192.168.', '172.16.', '255.')
    const octet = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(net, octet, octet, octet, (start, a, b, c) => {
        const octets = [...start.split('.').filter(Boolean), a, b, c].slice(0, 4)
        expect(isPublicAddress(octets.join('.'))).toBe(false)
      }),
    )
  })
})
