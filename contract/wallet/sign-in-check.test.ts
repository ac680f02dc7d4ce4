import { describe, expect, it } from 'vitest'

import { BASE, BASE_SEPOLIA, SOLANA } from './networks.ts'
import type { SignInChallenge } from './sign-in-challenge.ts'
import { challengeProblems } from './sign-in-check.ts'

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
const expected = { host, network: BASE, nowMs: now }

describe('challengeProblems', () => {
  it('finds nothing wrong with a challenge of the API itself', () => {
    expect(challengeProblems(good, expected)).toEqual([])
    expect(challengeProblems(good, { ...expected, network: SOLANA })).toEqual([])
  })

  it('takes none of the wrong ones', () => {
    const wrong: Record<string, Partial<SignInChallenge['info']>[]> = {
      domain: [
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
      ].map((domain) => ({ domain })),
      uri: [
        '',
        'x',
        'http://evil.example/',
        `http://${host}@evil.example/`,
        `http://user@${host}/`,
        'javascript:alert(1)',
        `http://${host}/\n`,
        `http://127.0.0.1/`,
        `ftp://${host}/`,
      ].map((uri) => ({ uri })),
      version: ['', '2', '1.0', ' 1'].map((version) => ({ version })),
      nonce: ['', 'short', 'has space in it', 'line\nbreak12', 'x'.repeat(500), '12345678!'].map(
        (nonce) => ({ nonce }),
      ),
      issuedAt: [
        '',
        'now',
        '2026-11-20',
        '2026-11-20T12:14:00.000Z',
        '2026-11-20T12:21:00.000Z',
        '2025-11-20T12:19:32.987Z',
        '2026-11-20T12:19:32.987',
        '1e999',
      ].map((issuedAt) => ({ issuedAt })),
      expirationTime: ['', 'never', '2026-11-20T12:19:59.000Z', '2027-11-20T12:24:32.987Z'].map(
        (expirationTime) => ({ expirationTime }),
      ),
      notBefore: ['', 'later', '2026-11-20T12:30:00.000Z'].map((notBefore) => ({ notBefore })),
      statement: ['a\nURI: http://evil.example', 'a\r', 'a\u2028b'].map((statement) => ({
        statement,
      })),
      requestId: [{ requestId: 'a\nb' }],
      resources: [{ resources: ['a\nb'] }],
    }
    let cases = 0
    for (const [field, changes] of Object.entries(wrong))
      for (const change of changes) {
        cases += 1
        const problems = challengeProblems({ ...good, info: { ...good.info, ...change } }, expected)
        expect(
          problems.map((problem) => problem.field),
          JSON.stringify(change),
        ).toContain(field)
      }
    expect(cases).toBeGreaterThan(50)
  })

  it('takes no other chain and no nonce twice', () => {
    const fields = (change: object) =>
      challengeProblems(good, { ...expected, ...change }).map(({ field }) => field)
    expect(fields({ network: BASE_SEPOLIA })).toEqual(['supportedChains'])
    expect(fields({ usedNonces: new Set([good.info.nonce]) })).toEqual(['nonce'])
  })
})
