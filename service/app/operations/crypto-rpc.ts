import { isJsonObject } from '../../../contract/json.ts'
import { validate, type ValidationIssue } from '../../../contract/validation.ts'
import type { PaymentNetwork } from '../../../contract/wallet/networks.ts'
import { z } from '../../../contract/zod.ts'
import type { AppContext } from '../http/app-environment.ts'
import { readJson } from '../http/body/read-body.ts'
import { invalidValue, standardError, validationError } from '../http/http-error.ts'
import { respond, sendJson } from '../http/respond.ts'
import { type EmbeddedChains, withChainErrors } from '../money/chains/chains.ts'
import { RPC_CREDIT_MICRO_USD } from '../money/metered-request.ts'
import { paidCall, type PaidServices } from './listed-operation.ts'
import type { Operation } from './openapi/json-schema.ts'
import methods from './rpc-methods.json' with { type: 'json' }

const MAX_BATCH_SIZE = 100

const requestSchema = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.exactOptional(z.union([z.string(), z.number(), z.null()])),
  method: z.string().check(z.minLength(1), z.maxLength(100)),
  params: z.exactOptional(z.union([z.array(z.unknown()), z.looseObject({})])),
})

const rpcBodySchema = z.union([
  requestSchema,
  z.array(requestSchema).check(z.minLength(1), z.maxLength(MAX_BATCH_SIZE)),
])

/** One JSON-RPC 2.0 request. Without an id it is a notification, which is not answered. */
type RpcRequest = z.infer<typeof requestSchema>

/** Reads a request or a batch. @throws HttpError 400 for anything else */
function readRpcRequests(body: unknown): readonly RpcRequest[] {
  if (!Array.isArray(body)) return [validated(body, [])]
  if (body.length === 0 || body.length > MAX_BATCH_SIZE)
    throw invalidValue(
      [],
      body.length === 0 ? 'too_small' : 'too_big',
      `The batch has ${body.length} requests, but may have 1 to ${MAX_BATCH_SIZE}.`,
    )
  return body.map((request, index) => validated(request, [index]))
}

function validated(request: unknown, path: ValidationIssue['path']): RpcRequest {
  if (!isJsonObject(request))
    throw invalidValue(path, 'invalid_type', 'A JSON-RPC request must be an object.')
  const result = validate(requestSchema, request)
  if (result.ok) return result.value
  throw validationError(
    result.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })),
  )
}

/**
 * The methods that the proxy passes on, and what each costs in credits: the local service's own
 * figures. What makes coins out of nothing, or answers for accounts of the node, is not among them.
 */
function rpcMethods({ family }: PaymentNetwork): Readonly<Record<string, number>> {
  return methods[family === 'evm' ? 'evm' : 'solana']
}

/** A transaction and a batch of reads are small, bytes. */
const MAX_BYTES = 1_000_000

/** Calls per minute of one caller. The contract has no figure; this one is the service's own. */
const CALLS_PER_MINUTE = 100

interface Services extends PaidServices {
  /** Absent where no chain is embedded. */
  chains: EmbeddedChains | undefined
}

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

const networksSchema = z.looseObject({
  networks: z.array(z.string()),
  data: z.array(
    z.looseObject({
      network: z.string(),
      name: z.string(),
      chain: z.string(),
      test: z.boolean(),
      methods: z.array(z.looseObject({ method: z.string(), credits: z.int() })),
    }),
  ),
})

const answerSchema = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]),
  result: z.exactOptional(z.unknown()),
  error: z.exactOptional(z.looseObject({ code: z.int(), message: z.string() })),
})

/** The JSON-RPC proxy. */
export const CRYPTO_RPC_OPERATIONS: readonly Operation[] = [
  {
    method: 'get',
    path: '/crypto/rpc/networks',
    operationId: 'listRpcNetworks',
    tag: 'Crypto RPC',
    summary: 'List the networks of the JSON-RPC proxy',
    access: 'anyone',
    answers: { 'application/json': { name: 'RpcNetworks', schema: networksSchema } },
  },
  {
    method: 'post',
    path: '/crypto/rpc/{network}',
    operationId: 'callRpc',
    tag: 'Crypto RPC',
    summary: 'Call a network by JSON-RPC',
    description:
      'One request or a batch. Each method costs credits; unlisted methods return an error, free.',
    access: 'key or wallet',
    parameters: [
      {
        name: 'network',
        in: 'path',
        required: true,
        description: 'Name of a network, such as base-sepolia.',
        schema: z.string(),
      },
    ],
    body: {
      'application/json': {
        schema: { name: 'RpcBody', schema: rpcBodySchema },
        example: { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] },
      },
    },
    answers: {
      'application/json': {
        name: 'RpcAnswer',
        schema: z.union([answerSchema, z.array(answerSchema)]),
      },
    },
    headers: ['rate-limit', 'balance'],
    errors: [404, 503, 504],
  },
]
