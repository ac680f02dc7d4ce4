import type { Hono } from 'hono'

import type { AppContext, AppEnvironment } from '../http/app-environment.ts'
import { readJson } from '../http/body/read-json.ts'
import { respond } from '../http/respond.ts'
import { sendJson } from '../http/send-json.ts'
import { EVM_RPC_PATH, FAUCET_PATH, SOLANA_RPC_PATH } from './chain-places.ts'
import { withChainErrors } from './chain-unavailable.ts'
import type { EmbeddedChains } from './embedded-chains.ts'
import { createFaucet } from './faucet.ts'

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
