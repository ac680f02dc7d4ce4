import { SignClient } from '@walletconnect/sign-client'
import { hexToString, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

/** A wallet on a phone: the same client as the page's, at the other end of the relay. */
export interface Phone {
  address: string
  /** Everything it was asked for, with the chain. */
  log: { method: string; chainId: string }[]
  /** What it gave, in hex. */
  signatures: string[]
  /** Reads a pairing text and agrees, or refuses. */
  pair: (text: string, options?: { refuses?: boolean }) => Promise<void>
  /** Refuses the next question. */
  refuseNext: () => void
  /** Goes to another chain, and tells the page. */
  changeChain: (chainId: number) => Promise<void>
  disconnect: () => Promise<void>
  /** How many sessions it has. */
  sessions: () => number
  stop: () => Promise<void>
}

/** Turns a phone on. Its key is made for this test, and nothing of it is kept. */
export async function startPhone(
  relayUrl: string,
  chainIds: readonly number[] = [8453, 84532],
): Promise<Phone> {
  const account = privateKeyToAccount(generatePrivateKey())
  const items = new Map<string, unknown>()
  const client = await SignClient.init({
    projectId: 'test',
    relayUrl,
    logger: 'silent',
    telemetryEnabled: false,
    // Each phone of a test is one of its own.
    customStoragePrefix: account.address,
    storage: {
      getKeys: () => Promise.resolve([...items.keys()]),
      getEntries: <T>() => Promise.resolve([...items] as [string, T][]),
      getItem: <T>(key: string) => Promise.resolve(items.get(key) as T | undefined),
      setItem: (key, value) => Promise.resolve(void items.set(key, value)),
      removeItem: (key) => Promise.resolve(void items.delete(key)),
    },
    metadata: { name: 'Phone', description: 'A test', url: 'http://127.0.0.1', icons: [] },
  })
  // It would ask its makers whether the page is known.
  client.core.verify.resolve = () => Promise.resolve({ origin: '' })
  const log: Phone['log'] = []
  const signatures: string[] = []
  let refusesPairing = false
  let refusesNext = false

  client.on('session_proposal', ({ id }) => {
    const agree = () =>
      client.approve({
        id,
        namespaces: {
          eip155: {
            chains: chainIds.map((chainId) => `eip155:${chainId}`),
            accounts: chainIds.map((chainId) => `eip155:${chainId}:${account.address}`),
            methods: ['personal_sign', 'eth_signTypedData_v4'],
            events: ['accountsChanged', 'chainChanged'],
          },
        },
      })
    const refuse = () => client.reject({ id, reason: { code: 5000, message: 'User rejected.' } })
    void (refusesPairing ? refuse() : agree())
  })
  const sign = (method: string, params: readonly unknown[]): Promise<Hex> => {
    if (method === 'personal_sign')
      return account.signMessage({ message: hexToString(params[0] as Hex) })
    const data = JSON.parse(params[1] as string) as Parameters<typeof account.signTypedData>[0]
    return account.signTypedData(data)
  }
  client.on('session_request', ({ id, topic, params: { request, chainId } }) => {
    log.push({ method: request.method, chainId })
    const refused = { code: 5000, message: 'User rejected.' }
    const isRefused = refusesNext
    refusesNext = false
    void (async () => {
      const reply = { id, jsonrpc: '2.0' }
      if (isRefused) return client.respond({ topic, response: { ...reply, error: refused } })
      const result = await sign(request.method, request.params as readonly unknown[])
      signatures.push(result)
      return client.respond({ topic, response: { ...reply, result } })
    })()
  })
  const topic = () => {
    const session = client.session.getAll().at(-1)
    if (session === undefined) throw new Error('The phone has no session.')
    return session.topic
  }
  return {
    address: account.address,
    log,
    signatures,
    pair: async (text, { refuses = false } = {}) => {
      refusesPairing = refuses
      await client.pair({ uri: text })
    },
    refuseNext: () => {
      refusesNext = true
    },
    changeChain: (chainId) =>
      client.emit({
        topic: topic(),
        chainId: `eip155:${chainId}`,
        event: { name: 'chainChanged', data: chainId },
      }),
    disconnect: () =>
      client.disconnect({ topic: topic(), reason: { code: 6000, message: 'User disconnected.' } }),
    sessions: () => client.session.length,
    stop: async () => {
      client.core.heartbeat.stop()
      await client.core.relayer.transportClose()
    },
  }
}
