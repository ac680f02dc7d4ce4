import {
  balanceResponseSchema,
  topUpResponseSchema,
  TRANSACTIONS_PAGE_SIZE,
  transactionsResponseSchema,
} from '../../../../contract/wallet/balance.ts'
import {
  WEB3_KEY_PATH,
  web3KeyRequestSchema,
  web3KeySchema,
  web3TokenSchema,
} from '../../../../contract/wallet/web3-key.ts'
import { z } from '../../../../contract/zod.ts'
import type { Operation, Parameter } from './json-schema.ts'

const WALLET: Parameter = {
  name: 'wallet',
  in: 'path',
  required: true,
  description: 'Wallet address of the sign-in: 0x and 40 hex digits, or base58.',
  schema: z.string().check(z.regex(/^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/)),
}

/** Wallet access by prepaid balance. */
export const WALLET_OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/x402/top-up',
    operationId: 'topUp',
    tag: 'Wallet',
    summary: 'Top up with a signed payment',
    description:
      'Takes no body. Without a payment header, the 402 response lists the payment options.',
    access: 'payment',
    answers: { 'application/json': { name: 'TopUp', schema: topUpResponseSchema } },
    errors: [400, 409, 503, 504],
  },
  {
    method: 'get',
    path: '/x402/balance/{wallet}',
    operationId: 'getWalletBalance',
    tag: 'Wallet',
    summary: 'Get wallet balance',
    access: 'wallet',
    parameters: [WALLET],
    answers: { 'application/json': { name: 'WalletBalance', schema: balanceResponseSchema } },
    errors: [400, 403],
  },
  {
    method: 'get',
    path: '/x402/transactions/{wallet}',
    operationId: 'listWalletTransactions',
    tag: 'Wallet',
    summary: 'List wallet transactions',
    access: 'wallet',
    parameters: [
      WALLET,
      {
        name: 'limit',
        in: 'query',
        description: 'Transactions per page.',
        schema: z.int().check(z.gte(1), z.lte(TRANSACTIONS_PAGE_SIZE.max)),
        default: TRANSACTIONS_PAGE_SIZE.default,
      },
      {
        name: 'offset',
        in: 'query',
        description: 'Transactions to skip.',
        schema: z.int().check(z.gte(0)),
        default: 0,
      },
    ],
    answers: {
      'application/json': { name: 'WalletTransactions', schema: transactionsResponseSchema },
    },
    errors: [400, 403],
  },
  {
    method: 'get',
    path: WEB3_KEY_PATH,
    operationId: 'getWeb3KeyToken',
    tag: 'Wallet',
    summary: 'Get a token to sign for an API key',
    description: 'Valid once, for 15 minutes.',
    access: 'anyone',
    answers: { 'application/json': { name: 'Web3Token', schema: web3TokenSchema } },
  },
  {
    method: 'post',
    path: WEB3_KEY_PATH,
    operationId: 'createWeb3Key',
    tag: 'Wallet',
    summary: 'Create an API key with a signed token',
    description:
      "The signature is of the exact token (EIP-191). The key is paid from the wallet's balance, of which it needs $0.10.",
    access: 'anyone',
    body: {
      'application/json': {
        schema: { name: 'Web3KeyRequest', schema: web3KeyRequestSchema },
        example: {
          address: '0x00000000000000000000000000000000000000aa',
          token: 'the-token',
          signature: '0x00',
          apiKeyType: 'INFERENCE',
        },
      },
    },
    answers: { 'application/json': { name: 'Web3Key', schema: web3KeySchema } },
    errors: [401, 403],
  },
]
