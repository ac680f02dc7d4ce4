import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

/** A facilitator on loopback that settles EIP-3009 payments on a chain of its own, in memory. */
export interface StandInFacilitator {
  url: string
  /** What was carried out: atomic USDC by nonce. A nonce is carried out once. */
  transfers: ReadonlyMap<string, { payer: string; amount: number }>
  /** Settlements that wait. */
  readonly waiting: number
  /** Settles nothing for a while; call what it gives to go on. */
  pause(): () => void
  stop(): Promise<void>
}

interface Asked {
  paymentPayload?: {
    payload?: { authorization?: { from?: string; value?: string; nonce?: string } }
  }
}

/** Starts one that takes so long for each settlement, ms. A repeat is told what it was told before. */
export async function startStandInFacilitator(delayMs: number): Promise<StandInFacilitator> {
  const transfers = new Map<string, { payer: string; amount: number }>()
  let gate: Promise<void> = Promise.resolve()
  let waiting = 0
  const answer = async (path: string, asked: Asked): Promise<object> => {
    const { from = '', value = '', nonce = '' } = asked.paymentPayload?.payload?.authorization ?? {}
    const [payer, once] = [from.toLowerCase(), nonce.toLowerCase()]
    if (path === '/verify') return { isValid: true, payer }
    waiting += 1
    await Promise.all([gate, delay(delayMs)])
    waiting -= 1
    if (!transfers.has(once)) transfers.set(once, { payer, amount: Number(value) })
    return { success: true, transaction: once, network: 'eip155:84532', payer }
  }
  const server = createServer((request, response) => {
    void json(request)
      .then((asked) => answer(request.url ?? '', asked as Asked))
      .then((body) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      })
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    transfers,
    get waiting() {
      return waiting
    },
    pause: () => {
      let open: () => void = () => undefined
      gate = new Promise<void>((resolve) => (open = resolve))
      return () => open()
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
