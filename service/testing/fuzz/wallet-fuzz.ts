import fc from 'fast-check'

import { encodeBase64Json } from '../../../contract/encoding/bytes.ts'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '../../../contract/wallet/networks.ts'
import type { SignInFields } from '../../../contract/wallet/sign-in.ts'
import { GOOD_SIGNATURE } from '../../node/payments/testing/pretend-chain.ts'
import { ORIGIN_WITHOUT_PORT } from '../service-without-port.ts'
import { evmWallet, signedUnion, solanaWallet, type TestWallet } from '../test-wallets.ts'
import {
  headerValue,
  jsonBody,
  junk,
  mostly,
  number,
  pathSegment,
  rarely,
  text,
} from './arbitraries.ts'
import { type FuzzedRoute, VICTIM } from './fuzz-route.ts'

/** Each may ask for its balance only so often in a minute. */
const ATTACKERS: readonly TestWallet[] = Array.from({ length: 600 }, (_, index) =>
  index % 3 === 0 ? solanaWallet() : evmWallet(),
)

interface SignInIdea {
  attacker: number
  /** Whose wallet the path names. */
  of: 'own' | 'victim' | 'other' | { text: string }
  over: Partial<Pick<SignInFields, 'domain' | 'address' | 'chainId' | 'issuedAt' | 'statement'>>
  /** A member of the signed header that is replaced afterwards. */
  change: [string, unknown] | undefined
  header: string
  raw: string | undefined
  query: [string, string][]
}

const over = fc.record(
  {
    domain: fc.constantFrom('evil.example', '127.0.0.1', 'localhost'),
    address: fc.constantFrom(VICTIM.evm, VICTIM.solana),
    chainId: fc.constantFrom(BASE_SEPOLIA.id, SOLANA_DEVNET.id, 'eip155:1'),
    issuedAt: fc.constantFrom('2020-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z', 'now'),
    statement: fc.constantFrom('Sign in', ''),
  },
  { requiredKeys: [] },
)

const signInIdea: fc.Arbitrary<SignInIdea> = fc.record({
  attacker: fc.nat(ATTACKERS.length - 1),
  of: fc.oneof(
    {
      weight: 9,
      arbitrary: fc.constantFrom(
        'own' as const,
        'own' as const,
        'victim' as const,
        'other' as const,
      ),
    },
    { weight: 1, arbitrary: text.map((path) => ({ text: path })) },
  ),
  over: mostly(fc.constant({}), over).map((value) => value as SignInIdea['over']),
  change: rarely(
    fc.tuple(
      fc.constantFrom('address', 'message', 'signature', 'chainId', 'type', 'timestamp', 'nonce'),
      fc.oneof(junk, fc.constantFrom(VICTIM.evm, VICTIM.solana, 8453, 'eip155:8453')),
    ),
    3,
  ),
  header: fc.constantFrom('SIGN-IN-WITH-X', 'X-Sign-In-With-X'),
  raw: rarely(headerValue, 10),
  query: fc.array(
    fc.tuple(fc.constantFrom('limit', 'offset', 'x'), fc.oneof(text, number.map(String))),
    { maxLength: 2 },
  ),
})

async function headerOf({ attacker, over: changes, change, raw }: SignInIdea): Promise<string> {
  const wallet = ATTACKERS[attacker]
  if (raw !== undefined || wallet === undefined) return raw ?? ''
  const signed = await signedUnion(wallet, ORIGIN_WITHOUT_PORT, changes).catch(() => ({}))
  return encodeBase64Json(
    (change === undefined ? signed : { ...signed, [change[0]]: change[1] }) as never,
  )
}

function pathOf({ attacker, of }: SignInIdea): string {
  const own = ATTACKERS[attacker]?.address ?? ''
  if (of === 'own') return own
  if (of === 'other') return ATTACKERS[(attacker + 1) % ATTACKERS.length]?.address ?? ''
  if (of === 'victim') return own.startsWith('0x') ? VICTIM.evm : VICTIM.solana
  return pathSegment(of.text)
}

function walletRoute(operation: 'balance' | 'transactions'): FuzzedRoute<SignInIdea> {
  return {
    name: `GET /x402/${operation}/{wallet}`,
    ideas: signInIdea,
    build: async (idea) => ({
      path: `/api/v1/x402/${operation}/${pathOf(idea)}?${new URLSearchParams(idea.query).toString()}`,
      init: { headers: { [idea.header]: await headerOf(idea) } },
    }),
    faultOf: (body, status) =>
      status === 200 && [VICTIM.evm, VICTIM.solana].some((wallet) => body.includes(wallet))
        ? 'answers for a wallet that did not sign'
        : undefined,
  }
}

/** `GET /x402/balance/{wallet}` and `GET /x402/transactions/{wallet}`. */
export const WALLET_READING = [walletRoute('balance'), walletRoute('transactions')]

/** `POST /chat/completions` by wallets. */
export const walletChat: FuzzedRoute<SignInIdea> = {
  name: 'POST /chat/completions (wallet)',
  ideas: signInIdea,
  build: async (idea) => ({
    path: '/api/v1/chat/completions',
    init: {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [idea.header]: await headerOf(idea) },
      body: '{"model":"sandbox-chat","messages":[{"role":"user","content":"/tokens 2"}]}',
    },
  }),
  faultOf: (_, status) => (status === 200 ? 'answers a wallet without credit' : undefined),
}

const hex32 = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
const authorization = fc.record(
  {
    from: mostly(fc.constantFrom(VICTIM.evm, evmWallet().address)),
    to: mostly(fc.constantFrom('0x036CbD53842c5426634e7929541eC2318f3dCF7e', VICTIM.evm)),
    value: mostly(
      fc.constantFrom('5000000', '5000000', '7000000', '4999999', '10000000001', '1e9', '-5000000'),
    ),
    validAfter: mostly(fc.constant('0')),
    validBefore: mostly(fc.constantFrom('9999999999', '1')),
    nonce: mostly(hex32),
  },
  { requiredKeys: ['from', 'to', 'value', 'nonce'] },
)
const network = mostly(
  fc.constantFrom(BASE_SEPOLIA.id, BASE_SEPOLIA.id, 'base-sepolia', 'base', SOLANA_DEVNET.id),
)
const signed = fc.oneof(
  fc.record({
    signature: mostly(fc.constant(GOOD_SIGNATURE)),
    authorization: mostly(authorization),
  }),
  fc.record({ transaction: mostly(fc.base64String({ maxLength: 400 })) }),
)
const payment = fc.oneof(
  fc.record({
    x402Version: mostly(fc.constant(2)),
    scheme: mostly(fc.constant('exact')),
    network,
    payload: signed,
  }),
  fc.record({
    x402Version: mostly(fc.constantFrom(1, 2)),
    accepted: mostly(
      fc.record({
        scheme: mostly(fc.constant('exact')),
        network,
        asset: fc.constantFrom('0x036CbD53842c5426634e7929541eC2318f3dCF7e', 'x'),
        payTo: text,
        amount: mostly(fc.constant('5000000')),
      }),
    ),
    payload: mostly(signed),
  }),
)

/** A payment as a wallet signs it, with the recipient of this service so that it gets far. */
export function topUp(payTo: string): FuzzedRoute<{ name: string; value: string; body: string }> {
  return {
    name: 'POST /x402/top-up',
    ideas: fc.record({
      name: fc.constantFrom('PAYMENT-SIGNATURE', 'X-402-Payment', 'X-PAYMENT', 'x-other'),
      value: fc.oneof(
        {
          weight: 9,
          arbitrary: payment.map((value) =>
            Buffer.from(
              JSON.stringify(value).replaceAll('0x036CbD53842c5426634e7929541eC2318f3dCF7e', payTo),
            ).toString('base64'),
          ),
        },
        { weight: 1, arbitrary: headerValue },
      ),
      body: jsonBody(junk),
    }),
    build: ({ name, value, body }) => ({
      path: '/api/v1/x402/top-up',
      init: { method: 'POST', headers: { [name]: value }, body },
    }),
    faultOf: (_, status) => (status === 200 ? 'credits a payment that nobody signed' : undefined),
  }
}
