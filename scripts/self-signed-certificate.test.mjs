// @ts-check
import { X509Certificate, createPrivateKey } from 'node:crypto'

import { expect, test } from 'vitest'

import { selfSignedCertificate } from './self-signed-certificate.mjs'

test('a certificate is signed by itself, for this machine alone and for now', () => {
  const { key, cert } = selfSignedCertificate()
  const read = new X509Certificate(cert)
  expect(read.verify(read.publicKey)).toBe(true)
  expect(read.checkPrivateKey(createPrivateKey(key))).toBe(true)
  expect(read.checkIP('127.0.0.1')).toBe('127.0.0.1')
  expect(read.checkIP('192.0.2.1')).toBeUndefined()
  expect(Date.parse(read.validFrom)).toBeLessThan(Date.now())
  expect(Date.parse(read.validTo)).toBeGreaterThan(Date.now())
})
