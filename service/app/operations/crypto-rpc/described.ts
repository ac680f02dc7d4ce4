import { z } from '../../../../contract/zod.ts'
import type { Operation } from '../openapi/operation.ts'
import { rpcBodySchema } from './rpc-request.ts'

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
