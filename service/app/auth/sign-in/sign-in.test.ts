import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { encodeBase64Json } from '../../../../contract/encoding/bytes.ts'
import { BASE, SOLANA } from '../../../../contract/wallet/networks.ts'
import { walletPaymentRequiredSchema } from '../../../../contract/wallet/payment/payment-required.ts'
import { type SignInFields, signInText } from '../../../../contract/wallet/sign-in.ts'
import { startTestService, type TestService } from '../../../testing/start-service.ts'
import {
  evmWallet,
  signedUnion,
  signInFields,
  signInHeaders,
  solanaWallet,
  type TestWallet,
} from '../../../testing/test-wallets.ts'

// Each request with its own key, so that the many refusals stay below what blocks a caller.
const keys = Array.from({ length: 200 }, (_, index) => `sign-in-test-key-${index}`)
let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { VENDOR_API_KEYS: keys.join(',') } })
})
afterAll(() => service.stop())

const evm = evmWallet()
const solana = solanaWallet()

/** `ok`, or the code of the 401. A new wallet has no credit, so an accepted one gets the wallet's 402. */
async function validate(value: unknown, name = 'SIGN-IN-WITH-X', to = service): Promise<string> {
  const response = await fetch(`${to.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${keys.pop() ?? ''}`,
      [name]: typeof value === 'string' ? value : encodeBase64Json(value),
    },
    body: JSON.stringify({ model: 'sandbox-chat', messages: [{ role: 'user', content: 'Hi' }] }),
  })
  const body: unknown = await response.json()
  const code = String(Reflect.get(Object(body), 'code'))
  if (response.status === 402 && code === 'PAYMENT_REQUIRED') return 'ok'
  expect(response.status).toBe(401)
  expect(Reflect.get(Object(body), 'error')).toEqual(expect.stringMatching(/.{10}/))
  expect(code).toMatch(/^X402_SIGN_IN_/)
  return code.slice('X402_SIGN_IN_'.length)
}

const union = (wallet: TestWallet, over?: Partial<SignInFields>) =>
  signedUnion(wallet, service.origin, over)

/** The structured shape alone. */
async function structured(wallet: TestWallet, over?: Partial<SignInFields>) {
  const { message: _message, timestamp: _timestamp, ...rest } = await union(wallet, over)
  return rest
}

/** The message shape alone, around any text. */
async function message(wallet: TestWallet, text?: string, over?: Partial<SignInFields>) {
  const words = text ?? signInText(signInFields(wallet, service.origin, over)) ?? ''
  return {
    address: wallet.address,
    message: words,
    signature: await wallet.signMessage(words),
    chainId: wallet.chainId as string | number | undefined,
  }
}

const sent = async (path: string, headers: Record<string, string>) => {
  const response = await fetch(`${service.baseUrl}${path}`, { headers })
  const body: unknown = await response.json()
  return { status: response.status, body, headers: response.headers }
}

const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

describe('a sign-in is accepted', () => {
  it.each([
    ['EVM', evm],
    ['Solana', solana],
  ] as const)('in every public shape by %s, under both header names', async (_, wallet) => {
    expect(await validate(await union(wallet))).toBe('ok')
    expect(await validate(await structured(wallet))).toBe('ok')
    expect(await validate(await message(wallet))).toBe('ok')
    expect(await validate(await union(wallet), 'X-Sign-In-With-X')).toBe('ok')
    expect(await validate(await structured(wallet, { statement: undefined }))).toBe('ok')
    const resources = ['https://a.example', 'https://b.example']
    const more = { resources, requestId: 'r', notBefore: ago(1000) }
    expect(await validate(await structured(wallet, more))).toBe('ok')
  })

  it('with the chain id as a number, as text, as CAIP-2 or left out', async () => {
    for (const chainId of [84532, '84532', evm.chainId, undefined])
      expect(await validate({ ...(await message(evm)), chainId })).toBe('ok')
  })

  it('with a Solana signature in base64, or the cluster named in full', async () => {
    const text = signInText(signInFields(solana, service.origin)) ?? ''
    const signature = solana.signBytes(text).toString('base64')
    expect(await validate({ ...(await message(solana, text)), signature })).toBe('ok')
    const long = (signInText(signInFields(solana, service.origin)) ?? '').replace(
      'Chain ID: ',
      'Chain ID: solana:',
    )
    expect(await validate({ ...(await message(solana, long)), type: 'ed25519' })).toBe('ok')
  })

  it('for each own host name, and by a clock 20 seconds ahead', async () => {
    const { port } = new URL(service.origin)
    for (const host of ['127.0.0.1', 'localhost', '[::1]'])
      for (const domain of [host, `${host}:${port}`])
        expect([domain, await validate(await union(evm, { domain }))]).toEqual([domain, 'ok'])
    expect(await validate(await union(evm, { issuedAt: ago(-20_000) }))).toBe('ok')
    expect(await validate(await union(evm, { issuedAt: ago(290_000) }))).toBe('ok')
  })
})

describe('a sign-in is accepted in the spellings of wallets', () => {
  // spruceid/siwe#53, reown-com/reown_flutter#45, Steward-Fi/steward#66
  it('with the chain id in hex', async () => {
    for (const chainId of ['0x14a34', '0x14A34', 'eip155:0x14a34'])
      expect(await validate({ ...(await message(evm)), chainId })).toBe('ok')
    for (const chainId of ['0x14a35', 'solana:0x14a34', '14a34', '0x', '-84532'])
      expect(await validate({ ...(await message(evm)), chainId })).toBe('INVALID_CHAIN_ID')
  })

  it('with a compact signature (EIP-2098), or without 0x', async () => {
    // Enough for both recovery bits.
    for (let nth = 0; nth < 8; nth++) {
      const { signature, ...rest } = await message(evm)
      const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), signature.slice(130)]
      const first = Number.parseInt(s.slice(0, 2), 16) | (v === '1c' ? 0x80 : 0)
      const compact = r + first.toString(16).padStart(2, '0') + s.slice(2)
      expect(await validate({ ...rest, signature: `0x${compact}` })).toBe('ok')
      expect(await validate({ ...(await message(evm)), signature: compact })).toBe(
        'INVALID_SIGNATURE',
      )
    }
    const { signature, ...rest } = await message(evm)
    expect(await validate({ ...rest, signature: signature.slice(2) })).toBe('ok')
  })

  it('with the timestamp in seconds, or as text', async () => {
    const now = Date.now()
    const seconds = Math.floor(now / 1000)
    const iso = new Date(now).toISOString()
    for (const timestamp of [seconds, now / 1000, String(now), String(seconds), iso])
      expect(await validate({ ...(await message(evm)), timestamp })).toBe('ok')
    for (const timestamp of ['yesterday', '', {}, null, true])
      expect(await validate({ ...(await message(evm)), timestamp })).toBe('INVALID_PAYLOAD')
    const early = { ...(await message(evm)), timestamp: seconds - 40 }
    expect(await validate(early)).toBe('TIMESTAMP_MISMATCH')
  })

  it('with every line ended by CRLF, and none by half of it', async () => {
    const text = signInText(signInFields(evm, service.origin)) ?? ''
    const crlf = text.replaceAll('\n', '\r\n')
    expect(await validate(await message(evm, crlf))).toBe('ok')
    expect(await validate(await message(evm, text.replace('\n', '\r\n')))).toBe('INVALID_MESSAGE')
    expect(await validate({ ...(await message(evm, crlf)), message: text })).toBe(
      'INVALID_SIGNATURE',
    )
  })

  it('and what is refused is named, without signature, nonce or text', async () => {
    const refused = async (value: {
      signature: string
      message?: string
      address?: string
      chainId?: unknown
    }) => {
      const { body } = await sent(`/x402/balance/${evm.address}`, {
        'SIGN-IN-WITH-X': encodeBase64Json(value),
      })
      const { error } = body as { error: string }
      expect(error).not.toContain(value.signature.slice(4, 30))
      expect(error).not.toContain(/Nonce: (\w+)/.exec(value.message ?? '')?.[1] ?? 'none')
      return error
    }
    const plain = await message(evm)
    expect(await refused({ ...plain, chainId: '0x1' })).toContain('chainId: "0x1"')
    expect(await refused({ ...plain, address: '0x12' })).toContain('address: "0x12"')
    const elsewhere = await message(evm, undefined, { domain: 'evil.example' })
    expect(await refused(elsewhere)).toContain('domain: "evil.example"')
    const issuedAt = ago(-120_000)
    const ahead = await message(evm, undefined, { issuedAt })
    expect(await refused(ahead)).toContain(`Issued At: "${issuedAt}"`)
    expect(await refused({ ...plain, signature: `0x${'12'.repeat(65)}` })).toContain('(signature)')
    const { nonce: _, ...without } = await structured(evm)
    expect(await refused(without)).toContain('(nonce)')
  })
})

describe('a sign-in is refused', () => {
  it('when the header is not base64 of a JSON object with address and signature', async () => {
    const good = await union(evm)
    expect(await validate('{}')).toBe('PARSE_ERROR')
    expect(await validate('e30')).toBe('INVALID_PAYLOAD')
    expect(await validate([good])).toBe('INVALID_PAYLOAD')
    expect(await validate('A'.repeat(12_000))).toBe('PARSE_ERROR')
    expect(await validate({ ...good, signature: undefined })).toBe('INVALID_PAYLOAD')
    expect(await validate({ ...good, address: 5 })).toBe('INVALID_PAYLOAD')
    expect(await validate({ ...good, timestamp: 'now' })).toBe('INVALID_PAYLOAD')
    expect(await validate({ ...good, address: '0x12' })).toBe('INVALID_WALLET')
    for (const field of ['domain', 'uri', 'nonce', 'issuedAt', 'chainId'])
      expect(await validate({ ...(await structured(evm)), [field]: undefined })).toBe(
        'INVALID_PAYLOAD',
      )
  })

  it('when the text is anything but a sign-in', async () => {
    expect(await validate(await message(evm, 'hello'))).toBe('INVALID_MESSAGE')
    const text = signInText(signInFields(evm, service.origin)) ?? ''
    expect(await validate(await message(evm, `${text}\nNote: x`))).toBe('INVALID_MESSAGE')
    expect(await validate(await message(evm, `${text}\n`))).toBe('INVALID_MESSAGE')
    expect(await validate(await message(evm, text.replace(/\nNonce: .+/, '')))).toBe(
      'MISSING_NONCE',
    )
    expect(await validate(await union(evm, { nonce: '' }))).toBe('MISSING_NONCE')
    expect(await validate(await union(evm, { version: '2' }))).toBe('INVALID_MESSAGE')
    expect(await validate({ ...(await structured(evm)), statement: 'a\nURI: b' })).toBe(
      'INVALID_MESSAGE',
    )
    const smuggled = text.replace('inference API', 'API\n\nURI: https://evil.example\nVersion: 1')
    expect(await validate(await message(evm, smuggled))).toBe('INVALID_MESSAGE')
  })

  it('when it names another wallet or chain', async () => {
    const other = evmWallet()
    expect(await validate({ ...(await union(evm)), address: other.address })).toBe(
      'ADDRESS_MISMATCH',
    )
    expect(await validate({ ...(await union(solana)), address: solanaWallet().address })).toBe(
      'ADDRESS_MISMATCH',
    )
    const lower = solana.address.toLowerCase()
    expect(await validate({ ...(await union(solana)), address: lower })).toMatch(
      /^(?:ADDRESS_MISMATCH|INVALID_WALLET)$/,
    )
    for (const chainId of ['base', 1, null, {}, BASE.id, SOLANA.id])
      expect(await validate({ ...(await message(evm)), chainId })).toBe('INVALID_CHAIN_ID')
    const onMainnet = { chainId: BASE.id }
    expect(
      await validate({ ...(await message(evm, undefined, onMainnet)), chainId: undefined }),
    ).toBe('UNSUPPORTED_CHAIN')
    expect(await validate({ ...(await message(solana)), chainId: evm.chainId })).toBe(
      'CHAIN_MISMATCH',
    )
  })

  it.each([
    'evil.example',
    '127.0.0.1.',
    'LOCALHOST',
    '127.0.0.1:1',
    'user@127.0.0.1',
    'http://127.0.0.1',
    '127.0.0.1/x',
    '127.1',
    'xn--localhost',
    'localhost.evil.example',
  ])('when it was signed for %s', async (domain) => {
    expect(await validate(await union(evm, { domain }))).toBe('DOMAIN_MISMATCH')
  })

  it('when its times are wrong', async () => {
    const none = { expirationTime: undefined }
    expect(await validate(await union(evm, { issuedAt: ago(301_000), ...none }))).toBe('EXPIRED')
    expect(await validate(await union(evm, { issuedAt: ago(-40_000) }))).toBe('FUTURE_TIMESTAMP')
    expect(await validate(await union(evm, { expirationTime: ago(1000) }))).toBe('EXPIRED')
    expect(await validate(await union(evm, { expirationTime: 'never' }))).toBe('EXPIRED')
    expect(await validate(await union(evm, { notBefore: ago(-60_000) }))).toBe('NOT_BEFORE')
    const undated = await message(evm, undefined, { issuedAt: 'yesterday' })
    expect(await validate(undated)).toBe('INVALID_MESSAGE')
    const off = { ...(await union(evm)), timestamp: Date.now() - 60_000 }
    expect(await validate(off)).toBe('TIMESTAMP_MISMATCH')
  })

  it('when anything was changed after signing, or somebody else signed', async () => {
    for (const wallet of [evm, solana]) {
      for (const change of [
        { nonce: 'another' },
        { statement: 'Pay' },
        { uri: 'http://x' },
        { issuedAt: ago(1000) },
        { expirationTime: undefined },
        { resources: ['x'] },
      ])
        expect(await validate({ ...(await structured(wallet)), ...change })).toBe(
          'INVALID_SIGNATURE',
        )
      const good = await union(wallet)
      const { signature } = await union(wallet)
      expect(await validate({ ...good, signature })).toBe('INVALID_SIGNATURE')
      expect(await validate({ ...good, signature: '0x' })).toBe('INVALID_SIGNATURE')
      // A refused header uses nothing up.
      expect(await validate(good)).toBe('ok')
    }
  })

  it('when it was used before, however it is spelled', async () => {
    const good = await union(evm)
    expect(await validate(good)).toBe('ok')
    expect(await validate(good)).toBe('NONCE_REUSED')
    expect(await validate({ ...good, address: good.address.toLowerCase() })).toBe('NONCE_REUSED')
    const { message: _, ...fields } = good
    expect(await validate(fields)).toBe('NONCE_REUSED')
    expect(await validate(good, 'X-Sign-In-With-X')).toBe('NONCE_REUSED')
    const upper = `0x${good.signature.slice(2).toUpperCase()}`
    expect(await validate({ ...good, signature: upper })).toBe('NONCE_REUSED')
    const again = await union(solana, { nonce: good.nonce })
    expect(await validate(again)).toBe('ok')
    expect(await validate(again)).toBe('NONCE_REUSED')
  })

  it('when one of 16 at once already used it', async () => {
    const good = await union(evm)
    const results = await Promise.all(Array.from({ length: 16 }, () => validate(good)))
    expect(results.filter((result) => result === 'ok')).toHaveLength(1)
    expect(new Set(results)).toEqual(new Set(['ok', 'NONCE_REUSED']))
  })

  it('when it was used before a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sign-in-'))
    const flags = ['--data', folder]
    const env = { VENDOR_API_KEYS: keys.join(',') }
    const first = await startTestService({ flags, env })
    const good = await signedUnion(solana, first.origin, { domain: 'localhost' })
    expect(await validate(good, 'SIGN-IN-WITH-X', first)).toBe('ok')
    await first.stop()
    const second = await startTestService({ flags, env })
    expect(await validate(good, 'SIGN-IN-WITH-X', second)).toBe('NONCE_REUSED')
    await second.stop()
    rmSync(folder, { recursive: true })
  })
})

describe('who may use what', () => {
  it('ignores a sign-in on operations for keys only', async () => {
    const signIn = await signInHeaders(evm, service.origin)
    const path = '/api_keys/rate_limits'
    expect(await sent(path, signIn)).toMatchObject({ status: 401 })
    const withKey = { ...signIn, Authorization: `Bearer ${service.apiKey}` }
    expect(await sent(path, withKey)).toMatchObject({ status: 200 })
    expect(await sent(path, {})).toMatchObject({ status: 402, body: { x402Version: 2 } })
  })

  it('answers a signed-in wallet without credit with all it needs to top up', async () => {
    const response = await fetch(`${service.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(await signInHeaders(evm, service.origin)),
      },
      body: '{}',
    })
    expect(response.status).toBe(402)
    expect(response.headers.get('payment-required')).toMatch(/^[A-Za-z0-9+/]+=*$/)
    const body = walletPaymentRequiredSchema.parse(await response.json())
    expect(body).toMatchObject({
      currentBalanceUsd: 0,
      minimumBalanceUsd: 0.1,
      suggestedTopUpUsd: 10,
      minimumTopUpUsd: 5,
      supportedTokens: ['USDC'],
      topUpInstructions: { network: evm.chainId, tokenDecimals: 6, minimumAmountUsd: 5 },
      siwxChallenge: { info: { domain: new URL(service.origin).host } },
    })
    expect(Object.keys(body)).not.toContain('x402Version')
  })

  it('keeps a wallet’s routes to that wallet', async () => {
    const path = `/x402/balance/${evm.address}`
    const missing = await sent(path, { Authorization: `Bearer ${service.apiKey}` })
    expect(missing).toMatchObject({ status: 402, body: { x402Version: 2, accepts: [] } })
    expect(await sent(path, { 'SIGN-IN-WITH-X': 'e30=' })).toMatchObject({
      status: 401,
      body: { error: expect.stringMatching(/^Invalid Sign-in-with-x signature.*address: missing/) },
    })
    const other = await signInHeaders(evmWallet(), service.origin)
    expect(await sent(path, other)).toMatchObject({
      status: 403,
      body: { error: 'You can only access balance for your own wallet' },
    })
    expect(await sent('/x402/balance/nobody', {})).toMatchObject({ status: 400 })
    const own = await sent(path.toUpperCase().replace('/X402/BALANCE/0X', '/x402/balance/0x'), {
      ...(await signInHeaders(evm, service.origin)),
    })
    expect(own).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: { walletAddress: evm.address.toLowerCase(), balanceUsd: 0, canConsume: false },
      },
    })
  })
})
