import { hexOfBytes, randomBytes } from '../../../contract/encoding/bytes.ts'
import { MIN_WALLET_CREDIT_MICRO_USD } from '../../../contract/limits/sizes.ts'
import { web3KeyRequestSchema } from '../../../contract/wallet/web3-key.ts'
import type { AppContext } from '../http/app-environment.ts'
import { readJson } from '../http/body/read-body.ts'
import { requireValid, standardError } from '../http/http-error.ts'
import { sendJson } from '../http/respond.ts'
import type { WindowCounters } from '../limits/window-counters.ts'
import type { Ledger } from '../money/ledger.ts'
import { walletOwner } from '../money/payments/payment-store.ts'
import { takeTurn } from '../money/payments/x402-wallet.ts'
import type { ApiKeyStore } from './api-keys.ts'
import type { SignInNonces } from './discovery.ts'
import { type ContractVerifier, isSignedByEvm } from './sign-in/verify-sign-in.ts'

/** How long a token can be signed, ms. */
const TOKEN_LIFETIME_MS = 15 * 60_000

const KEYS_PER_MINUTE = 10

/** What a stake gives, once. */
const STAKE_MICRO_DIEM = 5_000_000

/** What it takes to give wallets keys. */
export interface Web3KeyService {
  keys: ApiKeyStore
  nonces: SignInNonces
  ledger: Ledger
  counters: WindowCounters
  askChain: ContractVerifier | undefined
  /** Marks tokens as this service's own; every process of it has the same. */
  tokenSecret: string
  now?: () => number
}

/**
 * `GET` and `POST /api_keys/generate_web3_key`: a token, and for its signature by an EVM wallet a key (EIP-191 over that exact
 * string, once, within 15 minutes). The real service asks for staked tokens; there are none here, so what a wallet needs to
 * pay requests, in USD or DIEM, counts as its stake. The key is paid from the account of the wallet, to which the stake
 * gives some DIEM where the service is like the real one.
 */
export function web3Key(service: Web3KeyService) {
  const { keys, nonces, ledger, counters, askChain, tokenSecret, now = Date.now } = service
  const mark = async (text: string) => {
    const bytes = new TextEncoder()
    const hmac = { name: 'HMAC', hash: 'SHA-256' }
    const secret = bytes.encode(`web3 key ${tokenSecret}`)
    const key = await crypto.subtle.importKey('raw', secret, hmac, false, ['sign'])
    return hexOfBytes(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes.encode(text))))
  }
  return {
    token: async (context: AppContext) => {
      const text = `${now() + TOKEN_LIFETIME_MS}.${hexOfBytes(randomBytes(16))}`
      return sendJson(context, { success: true, data: { token: `${text}.${await mark(text)}` } })
    },
    /** @throws HttpError 400 for another body, 401 for a token or signature that is wrong, 403 without a stake */
    key: async (context: AppContext) => {
      const request = requireValid(web3KeyRequestSchema, await readJson(context.req.raw))
      const { token, signature, apiKeyType } = request
      const wallet = request.address.toLowerCase()
      await takeTurn(counters, `key ${wallet}`, KEYS_PER_MINUTE, 'wallet')
      const text = token.slice(0, Math.max(0, token.lastIndexOf('.')))
      if (token !== `${text}.${await mark(text)}`)
        throw standardError(401, 'Unknown token. Get another one and sign it.')
      if (Number.parseInt(text, 10) < now())
        throw standardError(401, 'The token has expired. Get another one and sign it.')
      if (!(await isSignedByEvm({ address: wallet, message: token, signature }, askChain)))
        throw standardError(401, 'The signature is not of this token by this wallet.')
      if (!(await nonces.use(wallet, token)))
        throw standardError(401, 'The token has already been used. Get another one and sign it.')
      const account = walletOwner(wallet)
      const { microUsd, microDiem } = await ledger.balance(account)
      if (microUsd + microDiem < MIN_WALLET_CREDIT_MICRO_USD)
        throw standardError(
          403,
          'This wallet has no stake. Here a balance of at least $0.10 counts as one: top up first.',
        )
      const apiKey = `vendor-${hexOfBytes(randomBytes(32))}`
      await keys.add(apiKey, 'wallet', account)
      if (context.get('likeProvider') === true)
        await ledger.grant({
          reference: `stake:${account}`,
          owner: account,
          microUsd: 0,
          microDiem: STAKE_MICRO_DIEM,
        })
      return sendJson(context, { success: true, data: { apiKey, apiKeyType } })
    },
  }
}
