// @ts-check
/** A certificate that nobody vouches for, so that tests can have a page over https without further programs. */
import { generateKeyPairSync, sign } from 'node:crypto'

const DAY_MS = 86_400_000

/** Tags of ASN.1, as far as a certificate needs them. */
const INTEGER = 0x02
const BIT_STRING = 0x03
const OCTET_STRING = 0x04
const OBJECT_ID = 0x06
const UTF8_STRING = 0x0c
const UTC_TIME = 0x17
const SEQUENCE = 0x30
const SET = 0x31
const VERSION = 0xa0
const EXTENSIONS = 0xa3
const IP_ADDRESS = 0x87

const ECDSA_WITH_SHA256 = sequence(tagged(OBJECT_ID, Buffer.from('2a8648ce3d040302', 'hex')))
const COMMON_NAME = tagged(OBJECT_ID, Buffer.from('550403', 'hex'))
const SUBJECT_ALT_NAME = tagged(OBJECT_ID, Buffer.from('551d11', 'hex'))

/**
 * A certificate for 127.0.0.1 that is valid for two days, and its key (RFC 5280).
 * @returns {{ key: string, cert: string }} both as PEM
 */
export function selfSignedCertificate() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(
    tagged(SET, sequence(COMMON_NAME, tagged(UTF8_STRING, Buffer.from('127.0.0.1')))),
  )
  const altNames = sequence(tagged(IP_ADDRESS, Buffer.from([127, 0, 0, 1])))
  const certified = sequence(
    tagged(VERSION, tagged(INTEGER, Buffer.from([2]))),
    tagged(INTEGER, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    sequence(utcTime(Date.now() - DAY_MS), utcTime(Date.now() + DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(EXTENSIONS, sequence(sequence(SUBJECT_ALT_NAME, tagged(OCTET_STRING, altNames)))),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', certified, privateKey)])
  const certificate = sequence(certified, ECDSA_WITH_SHA256, tagged(BIT_STRING, signature))
  const text = certificate.toString('base64').replaceAll(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
  }
}

/** @param {Buffer[]} parts */
function sequence(...parts) {
  return tagged(SEQUENCE, ...parts)
}

/** One value of DER: its tag, its length, its content. @param {number} tag @param {Buffer[]} parts */
function tagged(tag, ...parts) {
  const content = Buffer.concat(parts)
  const { length } = content
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

/** @param {number} ms Unix time */
function utcTime(ms) {
  const digits = new Date(ms).toISOString().replaceAll(/\D/g, '').slice(2, 14)
  return tagged(UTC_TIME, Buffer.from(`${digits}Z`))
}
