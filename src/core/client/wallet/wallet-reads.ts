import type { Failure } from '../../../../contract/errors/failure.ts'
import { given, isJsonObject, type JsonObject } from '../../../../contract/json.ts'
import { microUsdFrom } from '../../../../contract/money.ts'
import { presentMembers } from '../../../../contract/validation.ts'
import {
  balancePath,
  type Transaction,
  transactionSchema,
  transactionsPath,
} from '../../../../contract/wallet/balance.ts'
import {
  type SignInChallenge,
  signInChallengeOf,
} from '../../../../contract/wallet/payment/payment-required.ts'
import {
  isSignableToken,
  WEB3_KEY_PATH,
  web3KeySchema,
  web3TokenSchema,
} from '../../../../contract/wallet/web3-key.ts'
import { json, secretJson, unwanted } from '../body/response-body.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import { request } from '../request.ts'

/** A wallet's credit. Amounts are millionths of a USD. */
interface WalletBalance {
  microUsd: number
  /** The DIEM part, where the wallet is linked to an account. */
  microDiem?: number
  canConsume?: boolean
  /** Unix ms. */
  at: number
}

/** One page of a wallet's movements, newest first. */
export interface TransactionsPage {
  transactions: readonly Transaction[]
  /** So many more were on it whose amount or type could not be read. */
  unreadable: number
  offset: number
  hasMore: boolean
}

/**
 * The credit of the connection's wallet (`GET /x402/balance/{wallet}`). The wallet signs for it, so it is
 * asked for by a person and never by a timer.
 */
export async function walletBalance(
  client: Client,
  connection: Connection,
  wallet: string,
  signal: AbortSignal,
): Promise<WalletBalance | Failure> {
  const result = await request(
    client,
    connection,
    { method: 'GET', path: balancePath(wallet) },
    { signal, read: json(readBalance, 'a balance') },
  )
  return result.ok ? { ...result.value, at: client.world.clock.now() } : result.failure
}

/** The movements of the connection's wallet (`GET /x402/transactions/{wallet}`). The wallet signs for it. */
export async function walletTransactions(
  client: Client,
  connection: Connection,
  wallet: string,
  page: { limit: number; offset: number },
  signal: AbortSignal,
  purpose: 'click' | 'background' = 'click',
): Promise<TransactionsPage | Failure> {
  const readPage = (body: unknown): TransactionsPage | undefined => {
    const { transactions: rows, pagination } = successData(body) ?? {}
    if (!Array.isArray(rows)) return undefined
    const transactions = rows.flatMap(
      (row, index) => readTransaction(row, `row ${page.offset + index}`) ?? [],
    )
    const told = isJsonObject(pagination) ? pagination['hasMore'] : undefined
    return {
      transactions,
      unreadable: rows.length - transactions.length,
      offset: page.offset,
      hasMore: typeof told === 'boolean' ? told : rows.length === page.limit,
    }
  }
  const result = await request(
    client,
    connection,
    { method: 'GET', path: transactionsPath(wallet, page) },
    { signal, purpose, read: json(readPage, 'transactions') },
  )
  return result.ok ? result.value : result.failure
}

/**
 * The `data` of a wallet's 200; undefined where it reports no success. Each member is read on its own, so that one
 * that is `null` or of another type takes no other along.
 */
export function successData(body: unknown): JsonObject | undefined {
  if (!isJsonObject(body) || body['success'] === false) return undefined
  return isJsonObject(body['data']) ? body['data'] : undefined
}

function readBalance(body: unknown): Omit<WalletBalance, 'at'> | undefined {
  const { balanceUsd, diemBalanceUsd, canConsume } = successData(body) ?? {}
  const microUsd = microUsdFrom(balanceUsd)
  if (microUsd === undefined) return undefined
  const microDiem = microUsdFrom(diemBalanceUsd)
  return {
    microUsd,
    ...given({ microDiem }),
    ...(typeof canConsume === 'boolean' ? { canConsume } : {}),
  }
}

/** A row whose amount and type are known; what else of it is unreadable is left out. */
function readTransaction(row: unknown, place: string): Transaction | undefined {
  if (!isJsonObject(row)) return undefined
  const { id, createdAt, requestId, modelId, amount, balanceAfter } = row
  return transactionSchema.safeParse({
    ...row,
    id: id ?? place,
    createdAt: createdAt ?? '',
    amount: amountOf(amount),
    ...presentMembers({
      balanceAfter: amountOf(balanceAfter) ?? null,
      requestId: typeof requestId === 'number' ? String(requestId) : (requestId ?? null),
      modelId: modelId ?? null,
    }),
  }).data
}

/** An amount that is a number, or one in a string as some servers write it. */
function amountOf(value: unknown): number | undefined {
  return microUsdFrom(value) === undefined ? undefined : Number(value)
}

/** Reads a chain: one JSON-RPC call. Rejects when it cannot be read, which is never the same as zero. */
export type ChainRpc = (method: string, params: readonly unknown[]) => Promise<unknown>

const TIMEOUT_MS = 15_000

/** JSON-RPC at an address of the page's own origin. */
export function httpRpc(url: string): ChainRpc {
  return async (method, params) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      credentials: 'omit',
    })
    const body: unknown = await response.json()
    if (isJsonObject(body) && 'result' in body) return body['result']
    const error = isJsonObject(body) && isJsonObject(body['error']) ? body['error'] : undefined
    throw new Error(
      typeof error?.['message'] === 'string'
        ? error['message']
        : `The network returned ${response.status}.`,
    )
  }
}

/**
 * Asks the local service for test USDC, as much as it gives unless there is an `amount` (micro-USD). Gives the
 * sentence that says why not, or nothing.
 */
export async function requestFaucet(
  faucetUrl: string,
  wish: { address: string; network: string; amount?: number },
): Promise<string | undefined> {
  const response = await fetch(faucetUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(wish),
  }).catch(() => undefined)
  if (response === undefined) return "The local service didn't respond."
  if (response.ok) return undefined
  const body: unknown = await response.json().catch(() => undefined)
  const error = isJsonObject(body) ? body['error'] : undefined
  return typeof error === 'string' ? error : `The faucet returned ${response.status}.`
}

const NONE: Failure = {
  kind: 'unexpected_answer',
  message: "This API doesn't support wallet sign-in. It may accept API keys only.",
}

/**
 * The challenge that an API answers a wallet without a sign-in with (contract, "402 variants"): the 402
 * of the wallet's own balance. It says whether, and for which chains, the API takes wallets.
 */
export async function signInChallenge(
  client: Client,
  { credential: _, ...connection }: Connection,
  wallet: string,
  signal: AbortSignal,
): Promise<{ challenge: SignInChallenge } | Failure> {
  const result = await request(
    client,
    connection,
    { method: 'GET', path: balancePath(wallet) },
    {
      signal,
      read: unwanted(NONE),
      readRefusal: (failure) => {
        if (failure.kind !== 'payment_discovery') return undefined
        const challenge = signInChallengeOf(failure.details)
        return challenge && { challenge }
      },
    },
  )
  if (result.ok) return result.value
  return result.failure.kind === 'payment_discovery' ? NONE : result.failure
}

const NOT_A_TOKEN: Failure = {
  kind: 'not_signed',
  message: 'Nothing was signed: the API returned something other than a token.',
  advice: {
    title: 'Not a token',
    meaning:
      'The API returned a message that may be misused elsewhere, such as a sign-in. Nothing was signed.',
    nextStep: 'Create an API key on the site of the provider.',
  },
}

/** A fresh token, which is all that a wallet has to sign for a key. */
export async function web3Token(
  client: Client,
  connection: Connection,
  signal: AbortSignal,
): Promise<{ token: string } | Failure> {
  const result = await request(
    client,
    withoutCredential(connection),
    { method: 'GET', path: WEB3_KEY_PATH },
    { signal, read: json((body) => web3TokenSchema.safeParse(body).data?.data, 'a token') },
  )
  if (!result.ok) return result.failure
  const { token } = result.value
  return isSignableToken(token) ? { token } : NOT_A_TOKEN
}

/** Gets the key for a signed token, once. Neither signature nor key is recorded. */
export async function web3Key(
  client: Client,
  connection: Connection,
  { address, ...signed }: { address: string; token: string; signature: string },
  signal: AbortSignal,
): Promise<{ apiKey: string } | Failure> {
  const result = await request(
    client,
    withoutCredential(connection),
    {
      method: 'POST',
      path: WEB3_KEY_PATH,
      body: { address, apiKeyType: 'INFERENCE' },
      secretFields: signed,
    },
    { signal, read: secretJson((body) => web3KeySchema.safeParse(body).data?.data, 'an API key') },
  )
  return result.ok ? { apiKey: result.value.apiKey } : result.failure
}

/** What is signed is the credential: no key, and no wallet's sign-in, goes along. */
function withoutCredential({ credential: _, ...connection }: Connection): Connection {
  return connection
}
