import {
  createSIWxMessage,
  encodeSIWxHeader,
  parseSIWxHeader,
  verifySIWxSignature,
} from '@x402/extensions/sign-in-with-x'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'

import { encodeBase64Json } from '../../../../contract/encoding/bytes.ts'
import { BASE, SOLANA } from '../../../../contract/wallet/networks.ts'
import { mintSignIn, signInText, unionSignIn } from '../../../../contract/wallet/sign-in.ts'

const host = '127.0.0.1:4310'

describe('a sign-in of this page', () => {
  const account = privateKeyToAccount(generatePrivateKey())
  const fields = mintSignIn({
    url: `http://${host}/api/v1/chat/completions?x=1`,
    address: account.address,
    network: BASE,
    nowMs: Date.now(),
    nonce: '51ee34a82538bed7e5af6a831612ee8f',
  })

  it('names the host and path of the request, and nothing after them', () => {
    expect(fields.domain).toBe(host)
    expect(fields.uri).toBe(`http://${host}/api/v1/chat/completions`)
  })

  it('is byte for byte the text of the x402 package, which accepts the whole header', async () => {
    const { domain, uri, version, nonce, issuedAt, expirationTime = '', statement = '' } = fields
    const info = { domain, uri, version, nonce, issuedAt, expirationTime, statement }
    for (const [network, type] of [
      [BASE, 'eip191'],
      [SOLANA, 'ed25519'],
    ] as const) {
      const address = network === BASE ? account.address : SOLANA.asset
      expect(signInText({ ...fields, address, chainId: network.id })).toBe(
        createSIWxMessage({ ...info, chainId: network.id, type }, address),
      )
    }
    const text = signInText(fields) ?? ''
    const union = unionSignIn(fields, await account.signMessage({ message: text }))
    const parsed = parseSIWxHeader(encodeBase64Json(union))
    expect(await verifySIWxSignature(parsed)).toMatchObject({ isValid: true })
    // The same members, encoded by the package, come back the same.
    expect(parseSIWxHeader(encodeSIWxHeader(parsed))).toEqual(parsed)
  })
})
