import { describe, expect, it } from 'vitest'

import { BASE, BASE_SEPOLIA, SOLANA } from './networks.ts'
import { foundChallengeSchema, type SignInChallenge } from './sign-in-challenge.ts'
import { challengeOddities, foreignHosts } from './sign-in-check.ts'

const now = Date.parse('2026-11-20T12:20:00.000Z')
const host = '127.0.0.1:4310'
const good: SignInChallenge = {
  info: {
    domain: host,
    uri: `http://${host}/api/v1/chat/completions`,
    version: '1',
    nonce: '51ee34a82538bed7e5af6a831612ee8f',
    issuedAt: '2026-11-20T12:19:32.987Z',
    expirationTime: '2026-11-20T12:24:32.987Z',
    statement: 'Sign in to the inference API',
    resources: [`http://${host}/api/v1/chat/completions`],
  },
  supportedChains: [
    { chainId: BASE.id, type: 'eip191' },
    { chainId: SOLANA.id, type: 'ed25519' },
  ],
}

const changed = (info: Partial<SignInChallenge['info']>): SignInChallenge => ({
  ...good,
  info: { ...good.info, ...info },
})

describe('a challenge', () => {
  it('of the API itself is neither foreign nor odd, on each of its networks', () => {
    expect(foreignHosts(good, host)).toEqual([])
    for (const network of [BASE, SOLANA])
      expect(challengeOddities(good, { network, nowMs: now })).toEqual([])
  })

  it('that shows another host is foreign', () => {
    const domains = [
      '',
      'evil.example',
      '127.0.0.1',
      '127.0.0.1:4311',
      `${host}.`,
      `${host}:80`,
      `user@${host}`,
      `${host}@evil.example`,
      `${host}\nURI: x`,
      `http://${host}`,
      'xn--127-0-0-1.example',
      ` ${host}`,
      '127.0.0.1:4310/',
      'LOCALHOST:4310',
    ]
    const uris = [
      '',
      'x',
      'http://evil.example/',
      `http://${host}@evil.example/`,
      `http://user@${host}/`,
      'javascript:alert(1)',
      `http://${host}/\n`,
      `http://127.0.0.1/`,
      `ftp://${host}/`,
    ]
    const fields = (info: Partial<SignInChallenge['info']>) =>
      foreignHosts(changed(info), host).map(({ field }) => field)
    for (const domain of domains) expect(fields({ domain }), domain).toEqual(['domain'])
    for (const uri of uris) expect(fields({ uri }), uri).toEqual(['uri'])
  })

  it.each<[keyof SignInChallenge['info'], (string | undefined)[]]>([
    ['domain', [undefined]],
    ['uri', [undefined]],
    ['version', ['', '2', '1.0', undefined]],
    ['nonce', ['', 'short', '7b8a3c52-3f4e-4b0e-9d38-5a1c7e2f9b10', 'x\ny', undefined]],
    ['issuedAt', ['', 'now', '2026-11-20T12:00:00.000Z', '2027-11-20T12:19:32.987Z', undefined]],
    ['expirationTime', ['', 'never', '2026-11-20T12:00:59.000Z']],
    ['notBefore', ['', 'later', '2026-11-20T12:50:00.000Z']],
  ])('with an odd %s is noted, and not foreign', (field, values) => {
    for (const value of values) {
      const challenge = changed({ [field]: value })
      expect(foreignHosts(challenge, host), value).toEqual([])
      const odd = challengeOddities(challenge, { network: BASE, nowMs: now })
      expect(
        odd.map((one) => one.field),
        value,
      ).toEqual([field])
    }
  })

  it('for other networks is noted, and says which', () => {
    expect(challengeOddities(good, { network: BASE_SEPOLIA, nowMs: now })).toEqual([
      {
        field: 'supportedChains',
        found: `${BASE.id}, ${SOLANA.id}`,
        expected: `${BASE_SEPOLIA.id} (eip191)`,
      },
    ])
  })

  it('is read whatever its other members are', () => {
    const { domain, uri } = good.info
    const read = foundChallengeSchema.parse({
      info: { domain, uri, version: 1, nonce: null, issuedAt: 1_700_000_000 },
      supportedChains: 'eip155:8453',
    })
    expect(foreignHosts(read, host)).toEqual([])
    expect(
      challengeOddities(read, { network: BASE, nowMs: now }).map(({ field }) => field),
    ).toEqual(['version', 'nonce', 'issuedAt'])
  })
})
