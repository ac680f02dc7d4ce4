import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { BASE, BASE_SEPOLIA, SOLANA } from './networks.ts'
import { foundChallengeSchema, type SignInChallenge } from './payment/payment-required.ts'
import {
  challengeOddities,
  foreignHosts,
  parseSignInText,
  readSignIn,
  type SignInFields,
  signInText,
  unionSignIn,
} from './sign-in.ts'

const evm: SignInFields = {
  domain: '127.0.0.1:8787',
  address: '0xe52bC32fE2945b15e182616085aee8E0Aeb190d9',
  statement: 'Sign in to the inference API',
  uri: 'http://127.0.0.1:8787/api/v1/chat/completions',
  version: '1',
  chainId: 'eip155:8453',
  nonce: '51ee34a82538bed7e5af6a831612ee8f',
  issuedAt: '2026-11-20T12:19:32.987Z',
  expirationTime: '2026-11-20T12:24:32.987Z',
}
const solana: SignInFields = {
  ...evm,
  address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
}

describe('signInText', () => {
  it('is EIP-4361 on an EVM chain', () => {
    expect(signInText(evm)).toBe(`127.0.0.1:8787 wants you to sign in with your Ethereum account:
0xe52bC32fE2945b15e182616085aee8E0Aeb190d9

Sign in to the inference API

URI: http://127.0.0.1:8787/api/v1/chat/completions
Version: 1
Chain ID: 8453
Nonce: 51ee34a82538bed7e5af6a831612ee8f
Issued At: 2026-11-20T12:19:32.987Z
Expiration Time: 2026-11-20T12:24:32.987Z`)
  })

  it('names the bare cluster on Solana and lists every optional line in order', () => {
    const text = signInText({
      ...solana,
      notBefore: '2026-11-20T12:19:00.000Z',
      requestId: 'r1',
      resources: ['https://a.example', 'https://b.example'],
    })
    expect(text).toContain('with your Solana account:\nEPjF')
    expect(text).toContain('\nChain ID: 5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp\n')
    expect(text?.split('\n').slice(-6)).toEqual([
      'Expiration Time: 2026-11-20T12:24:32.987Z',
      'Not Before: 2026-11-20T12:19:00.000Z',
      'Request ID: r1',
      'Resources:',
      '- https://a.example',
      '- https://b.example',
    ])
  })

  it('keeps two empty lines without a statement on EVM and one on Solana', () => {
    expect(signInText({ ...evm, statement: undefined })).toContain('190d9\n\n\nURI: ')
    expect(signInText({ ...solana, statement: undefined })).toContain('TDt1v\n\nURI: ')
  })

  it('refuses line breaks and other chains', () => {
    expect(signInText({ ...evm, statement: 'a\nURI: evil' })).toBeUndefined()
    expect(signInText({ ...evm, resources: ['a\rb'] })).toBeUndefined()
    expect(signInText({ ...evm, chainId: 'cosmos:1' })).toBeUndefined()
  })
})

describe('parseSignInText', () => {
  it('gives back the fields of every text', () => {
    const line = fc.stringMatching(/^[ -~]{1,40}$/)
    const optional = fc.option(line, { nil: undefined })
    const fields = fc.record({
      domain: fc.stringMatching(/^[a-z0-9.:-]{1,30}$/),
      address: line,
      statement: fc.option(
        line.filter((text) => !text.startsWith('URI: ')),
        { nil: undefined },
      ),
      uri: line,
      version: line,
      chainId: fc.constantFrom(evm.chainId, solana.chainId),
      nonce: line,
      issuedAt: line,
      expirationTime: optional,
      notBefore: optional,
      requestId: optional,
      resources: fc.option(fc.array(line, { minLength: 1, maxLength: 3 }), { nil: undefined }),
    })
    fc.assert(
      fc.property(fields, (value) => {
        expect(parseSignInText(signInText(value) ?? '')).toEqual(value)
      }),
    )
  })

  it('refuses a text with anything added, removed or reordered', () => {
    const text = signInText(evm) ?? ''
    const lines = text.split('\n')
    expect(parseSignInText(`${text}\n`)).toBeUndefined()
    expect(parseSignInText(`${text}\nNote: x`)).toBeUndefined()
    expect(parseSignInText(lines.toSpliced(8, 1).join('\n'))).toBeUndefined()
    expect(parseSignInText(text.replace('Ethereum', 'Solana'))).toMatchObject({
      chainId: 'solana:8453',
    })
    fc.assert(
      fc.property(fc.string(), (other) => {
        expect(parseSignInText(other)).toBeUndefined()
      }),
    )
  })
})

describe('sign-in headers', () => {
  it('are understood in the union of both shapes', () => {
    expect(readSignIn(unionSignIn(evm, '0xab'))).toEqual({
      address: evm.address,
      chainId: 'eip155:8453',
      message: signInText(evm),
      signature: '0xab',
      timestamp: Date.parse(evm.issuedAt),
    })
  })

  it('are understood in the structured shape, where the text is rebuilt', () => {
    expect(readSignIn({ ...evm, type: 'eip191', signature: '0xab' })).toEqual({
      address: evm.address,
      chainId: 'eip155:8453',
      message: signInText(evm),
      signature: '0xab',
    })
  })

  it.each([8453, '8453', 'eip155:8453'])('are understood in the message shape on %j', (chainId) => {
    const header = { address: '0x1', message: 'text', signature: '0xab', chainId }
    expect(readSignIn(header)).toEqual({ ...header, chainId: 'eip155:8453' })
  })

  it('are undefined in any other shape', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(readSignIn(value)).toBeUndefined()
      }),
    )
    expect(unionSignIn({ ...evm, issuedAt: 'now' }, '0x')).toBeUndefined()
  })
})

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
