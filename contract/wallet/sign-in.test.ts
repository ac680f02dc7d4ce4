import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { parseSignInText } from './parse-sign-in-text.ts'
import { type SignInFields, signInText } from './sign-in-text.ts'
import { readSignIn, unionSignIn } from './sign-in.ts'

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
