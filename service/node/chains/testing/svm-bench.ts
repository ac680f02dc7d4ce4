import {
  createSolanaRpc,
  generateKeyPairSigner,
  type Address,
  type TransactionSigner,
} from '@solana/kit'
import { x402Client } from '@x402/core/client'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { ExactSvmScheme } from '@x402/svm/exact/client'

import { createChains, type ChainsOptions } from '../chains.ts'
import { tokenAccountOf } from '../svm/svm-genesis.ts'
import { serveRpc } from './serve-rpc.ts'

/** An embedded Solana chain on a socket, with what payments need. Its clock can be turned forward. */
export async function startSvmBench(options: Partial<ChainsOptions> = {}) {
  let ahead = 0
  const now = () => Date.now() + ahead
  const chains = createChains({ networkIds: 'test', now, ...options })
  const chain = await chains.svm()
  const server = await serveRpc((body) => chain.rpc(body))
  const { network, asset, payTo } = chain
  const rail: PaymentRequirements = {
    scheme: 'exact',
    network: network.id as PaymentRequirements['network'],
    amount: '5000000',
    asset,
    payTo,
    maxTimeoutSeconds: 300,
    extra: { feePayer: chains.rails.solana.feePayer },
  }
  const rpc = createSolanaRpc(server.url)
  return {
    chains,
    chain,
    server,
    rpc,
    rail,
    turnForward: (ms: number) => {
      ahead += ms
    },
    balanceOf: async (owner: Address): Promise<bigint> => {
      const account = await tokenAccountOf(owner, asset)
      const { value } = await rpc
        .getTokenAccountBalance(account)
        .send()
        .catch(() => ({ value: { amount: '0' } }))
      return BigInt(value.amount)
    },
    /** A payer with USDC and no SOL. */
    payer: async (usdc = 25_000_000n) => {
      const signer = await generateKeyPairSigner()
      await chain.mint(signer.address, usdc)
      return signer
    },
    pay: (
      signer: TransactionSigner,
      over: Partial<PaymentRequirements> = {},
    ): Promise<PaymentPayload> =>
      new x402Client()
        .setSpendControls(false)
        .register('solana:*', new ExactSvmScheme(signer, { rpcUrl: server.url }))
        .createPaymentPayload({
          x402Version: 2,
          resource: { url: 'http://127.0.0.1/x402/top-up' },
          accepts: [{ ...rail, ...over }],
        }),
    stop: async () => {
      await server.close()
      await chains.close()
    },
  }
}
