import type { Hono } from 'hono'

import { isJsonObject } from '../../../../contract/json.ts'
import type { ValidationIssue } from '../../../../contract/validation.ts'
import {
  type EvmNetwork,
  networkOf,
  type PaymentNetwork,
  type SolanaNetwork,
} from '../../../../contract/wallet/networks.ts'
import type { AppContext, AppEnvironment } from '../../http/app-environment.ts'
import { readJson } from '../../http/body/read-body.ts'
import { HttpError, invalidValue, standardError } from '../../http/http-error.ts'
import { respond, sendJson } from '../../http/respond.ts'
import { createWindowCounters } from '../../limits/window-counters.ts'

/** A transaction and a batch of reads are small, bytes. */
const MAX_RPC_BYTES = 1_000_000
const MAX_FAUCET_BYTES = 4096

/**
 * The embedded chains for the page and for tools on this computer: JSON-RPC of both, and the faucet.
 * A chain starts when it is first asked something.
 */
export function chainRoutes(app: Hono<AppEnvironment>, chains: EmbeddedChains): void {
  const faucet = createFaucet(chains)
  app.post(
    EVM_RPC_PATH,
    rpcRoute(() => chains.evm()),
  )
  app.post(
    SOLANA_RPC_PATH,
    rpcRoute(() => chains.svm()),
  )
  app.post(FAUCET_PATH, async (context) => {
    const body = await readJson(context.req.raw, MAX_FAUCET_BYTES)
    return sendJson(context, await withChainErrors(() => faucet(body)))
  })
}

function rpcRoute(start: () => Promise<{ rpc(body: unknown): Promise<unknown> }>) {
  return async (context: AppContext): Promise<Response> => {
    const body = await readJson(context.req.raw, MAX_RPC_BYTES)
    const chain = await withChainErrors(start)
    const answer = await chain.rpc(body)
    return answer === undefined ? respond(context, null, 204) : sendJson(context, answer)
  }
}

/** What one press gives unless it asks for less: $100 in atomic test USDC. */
const GIFT_ATOMIC = 100_000_000

const WINDOW_MS = 60_000
const MAX_PER_ADDRESS = 5
/** Of all addresses together: every gift is kept for good in the chain's journal. */
const MAX_TOTAL = 100

interface Gift {
  /** CAIP-2 id. */
  network: string
  address: string
  asset: string
  /** Atomic units, decimal. */
  amount: string
  /** The hash or signature of the transaction that minted it. */
  transaction: string
}

/**
 * The faucet: `{ "address", "network" }` in, $100 of test USDC out, and coins for network fees.
 * Less with an `"amount"`, in atomic units.
 * The result throws HttpError 400 for what is not such a body, 429 above the limits.
 */
export function createFaucet(chains: EmbeddedChains, now: () => number = Date.now) {
  const counters = createWindowCounters(WINDOW_MS, now)
  return async (body: unknown): Promise<Gift> => {
    const { network, mint, address, amount } = await readWish(chains, body)
    await requireBudget(`${network.id} ${address}`, MAX_PER_ADDRESS, 'per wallet address')
    await requireBudget('all', MAX_TOTAL, 'in total')
    return {
      network: network.id,
      address,
      asset: network.asset,
      amount: String(amount),
      transaction: await mint(),
    }
  }

  async function requireBudget(name: string, most: number, whose: string): Promise<void> {
    const { count, endsAt } = await counters.add(name, 1)
    if (count <= most) return
    const seconds = Math.max(1, Math.ceil((endsAt - now()) / 1000))
    throw new HttpError(
      429,
      {
        error: `The faucet is limited to ${most} requests per minute ${whose}. Try again in ${seconds} s.`,
        code: 'FAUCET_RATE_LIMITED',
      },
      { 'Retry-After': String(seconds) },
    )
  }
}

interface Wish {
  network: PaymentNetwork
  address: string
  amount: number
  mint: () => Promise<string>
}

async function readWish(chains: EmbeddedChains, body: unknown): Promise<Wish> {
  if (!isJsonObject(body)) throw refused([], 'Send an object with "address" and "network".')
  const { evm, solana } = chains.rails
  const network = networkIn(body['network'])
  if (network?.id !== evm.network.id && network?.id !== solana.network.id)
    throw refused(
      ['network'],
      `network is ${quoted(body['network'])}, but must be ${evm.network.id} or ${solana.network.id}.`,
    )
  const { amount = GIFT_ATOMIC } = body
  if (
    typeof amount !== 'number' ||
    !Number.isSafeInteger(amount) ||
    amount < 1 ||
    amount > GIFT_ATOMIC
  )
    throw refused(
      ['amount'],
      `amount is ${quoted(amount)}, but must be an integer from 1 to ${GIFT_ATOMIC}, atomic USDC.`,
    )
  const text = body['address']
  const address = typeof text === 'string' ? text : ''
  if (network.family === 'solana') {
    const { isAddress } = await import('@solana/kit')
    if (!isAddress(address))
      throw refused(
        ['address'],
        `address is ${quoted(text)}; on ${network.name} it must be a base58 address of 32 bytes.`,
      )
    return { network, address, amount, mint: () => give(chains.svm(), address, amount) }
  }
  const { getAddress, isAddress } = await import('viem')
  if (!isAddress(address, { strict: false }) || /^0x0{40}$/.test(address))
    throw refused(
      ['address'],
      `address is ${quoted(text)}; on ${network.name} it must be 0x and 40 hex digits, not all zero.`,
    )
  const to = getAddress(address.toLowerCase())
  // Mixed case is a checksum: a mistyped address must not swallow the gift.
  if (!isAddress(address))
    throw refused(
      ['address'],
      `address is ${quoted(text)}; its upper and lower case letters do not match its checksum.`,
    )
  return { network, address: to, amount, mint: () => give(chains.evm(), to, amount) }
}

/** With coins for fees: a wallet that only has USDC can send none of it. */
async function give(
  starting: ReturnType<EmbeddedChains['evm']>,
  address: string,
  amount: number,
): Promise<string> {
  const chain = await starting
  await chain.giveFees(address)
  return chain.mint(address, BigInt(amount))
}

function networkIn(value: unknown): PaymentNetwork | undefined {
  return typeof value === 'string' || typeof value === 'number' ? networkOf(value) : undefined
}

function quoted(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value).slice(0, 100)
}

function refused(path: ValidationIssue['path'], message: string): HttpError {
  return invalidValue(path, 'invalid_value', message)
}

/** Where the embedded chains and their faucet are: for `/config.json` and the line of `--json`. */
export interface ChainPlaces {
  evm: ChainPlace
  solana: ChainPlace
  faucetUrl: string
}

interface ChainPlace {
  /** CAIP-2 id. */
  network: string
  rpcUrl: string
  /** The USDC contract or mint. */
  asset: string
  /** Where payments go: an EVM address, a Solana owner. */
  payTo: string
}

const EVM_RPC_PATH = '/local/rpc/evm'
const SOLANA_RPC_PATH = '/local/rpc/solana'
const FAUCET_PATH = '/local/faucet'

/** The places as seen from an origin, such as `http://127.0.0.1:4310`. Starts no chain. */
export function chainPlaces(
  { rails: { evm, solana } }: EmbeddedChains,
  origin: string,
): ChainPlaces {
  return {
    evm: {
      network: evm.network.id,
      rpcUrl: `${origin}${EVM_RPC_PATH}`,
      asset: evm.asset,
      payTo: evm.payTo,
    },
    solana: {
      network: solana.network.id,
      rpcUrl: `${origin}${SOLANA_RPC_PATH}`,
      asset: solana.asset,
      payTo: solana.payTo,
    },
    faucetUrl: `${origin}${FAUCET_PATH}`,
  }
}

/** An embedded chain cannot run here; the message is one readable line. */
export class ChainUnavailableError extends Error {}

/** Does work on a chain. @throws HttpError 503 that says why the chain cannot run, when it cannot */
export async function withChainErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ChainUnavailableError)
      throw standardError(503, error.message, 'CHAIN_UNAVAILABLE')
    throw error
  }
}

/** Where payments go on one chain: known without starting it. */
interface Rail<Network> {
  network: Network
  /** The USDC contract or mint. */
  asset: string
  /** The EVM address, or the Solana owner, that payments go to. */
  payTo: string
}

interface EmbeddedChain {
  /** Answers JSON-RPC, one request or a batch; undefined when nothing is to be answered. */
  rpc(body: unknown): Promise<unknown>
  /** Gives atomic test USDC to an address; resolves to the hash or signature of the transaction. */
  mint(address: string, amount: bigint): Promise<string>
  /** Gives an address without coins for network fees enough for some transactions. */
  giveFees(address: string): Promise<void>
}

/**
 * The two embedded chains. Each starts at the first call of its function and then stays; a start
 * that failed is tried again at the next call.
 */
export interface EmbeddedChains {
  readonly rails: {
    readonly evm: Rail<EvmNetwork>
    /** `feePayer` is the account that pays network fees (`extra.feePayer` of x402). */
    readonly solana: Rail<SolanaNetwork> & { feePayer: string }
  }
  /** @throws ChainUnavailableError, one readable line, when it cannot run */
  evm(): Promise<EmbeddedChain>
  /** @throws ChainUnavailableError, one readable line, when it cannot run */
  svm(): Promise<EmbeddedChain>
}
