import type { PaymentNetwork } from '../../../../contract/wallet/networks.ts'
import type { AppContext } from '../../http/app-environment.ts'
import { readJson } from '../../http/body/read-json.ts'
import { standardError } from '../../http/http-error.ts'
import { respond } from '../../http/respond.ts'
import { sendJson } from '../../http/send-json.ts'
import { withChainErrors } from '../../money/chains/chain-unavailable.ts'
import type { EmbeddedChains } from '../../money/chains/embedded-chains.ts'
import { RPC_CREDIT_MICRO_USD } from '../../money/usage-prices.ts'
import { paidCall, type PaidServices } from '../paid-call.ts'
import { rpcMethods } from './rpc-methods.ts'
import { readRpcRequests, type RpcRequest } from './rpc-request.ts'

/** A transaction and a batch of reads are small, bytes. */
const MAX_BYTES = 1_000_000

/** Calls per minute of one caller. The contract has no figure; this one is the service's own. */
const CALLS_PER_MINUTE = 100

/** What the proxy needs from the service. */
interface Services extends PaidServices {
  /** Absent where no chain is embedded. */
  chains: EmbeddedChains | undefined
}

/** A network of this service, and what answers for it. */
interface Served {
  network: PaymentNetwork
  start(): Promise<{ rpc(body: unknown): Promise<unknown> }>
}

/** `GET /crypto/rpc/networks`: the networks of the proxy, and their methods with their prices. */
export function rpcNetworks({ chains }: Services) {
  const served = servedBy(chains)
  const body = {
    networks: served.map(({ network }) => network.shortName),
    data: served.map(({ network }) => ({
      network: network.shortName,
      name: network.name,
      chain: network.id,
      test: network.test,
      methods: Object.entries(rpcMethods(network)).map(([method, credits]) => ({
        method,
        credits,
      })),
    })),
  }
  return (context: AppContext) => sendJson(context, body)
}

/** `POST /crypto/rpc/{network}`: JSON-RPC 2.0, one request or a batch, billed by credits. */
export function cryptoRpc(services: Services) {
  const networks = servedBy(services.chains)
  return async (context: AppContext): Promise<Response> => {
    const { id: owner } = await services.authenticator.requireCaller(context)
    const served = requireNetwork(networks, context.req.param('network') ?? '')
    const { network } = served
    const body = await readJson(context.req.raw, MAX_BYTES)
    const requests = readRpcRequests(body)
    const methods = rpcMethods(network)
    const isAllowed = ({ method }: RpcRequest) => Object.hasOwn(methods, method)
    const credits = requests
      .filter(isAllowed)
      .reduce((sum, { method }) => sum + (methods[method] ?? 0), 0)
    const call = {
      owner,
      sku: `rpc-${network.shortName}`,
      microUsd: credits * RPC_CREDIT_MICRO_USD,
      rate: { kind: 'crypto rpc', most: CALLS_PER_MINUTE },
      cheaper: 'send a smaller batch',
    }
    const answers = await paidCall(context, services, call, async ({ signal }) => {
      const chain = await withChainErrors(() => served.start())
      const given: unknown[] = []
      for (const request of requests) {
        signal.throwIfAborted()
        const answer = isAllowed(request) ? await chain.rpc(request) : notAllowed(request, network)
        if (answer !== undefined) given.push(answer)
      }
      return given
    })
    if (answers.length === 0) return respond(context, null, 204)
    return sendJson(context, Array.isArray(body) ? answers : answers[0])
  }
}

function servedBy(chains: EmbeddedChains | undefined): Served[] {
  if (chains === undefined) return []
  const { evm, solana } = chains.rails
  return [
    { network: evm.network, start: () => chains.evm() },
    { network: solana.network, start: () => chains.svm() },
  ]
}

function requireNetwork(networks: readonly Served[], name: string): Served {
  const found = networks.find(({ network }) => network.shortName === name)
  if (found) return found
  const names = networks.map(({ network }) => network.shortName)
  throw standardError(
    404,
    names.length === 0
      ? 'No networks are available here; payments settle on public networks.'
      : `Network not found: ${JSON.stringify(name.slice(0, 60))}. Available: ${names.join(', ')}.`,
  )
}

/** What JSON-RPC says of a method that is not passed on; nothing to a notification. */
function notAllowed({ id, method }: RpcRequest, { shortName }: PaymentNetwork): unknown {
  if (id === undefined) return undefined
  const message = `The method ${method} is not available on ${shortName}. List methods with GET /crypto/rpc/networks.`
  return { jsonrpc: '2.0', id, error: { code: -32601, message } }
}
