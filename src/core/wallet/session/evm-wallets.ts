import { type Chain, defineChain, type EIP1193Provider, stringToHex } from 'viem'
import { createConfig, type Config, type Connector, custom } from 'wagmi'
import {
  connect,
  disconnect,
  getConnection,
  reconnect,
  signTypedData,
  switchChain,
  watchConnection,
  watchConnectors,
} from 'wagmi/actions'
import type { StoreApi } from 'zustand/vanilla'

import { given } from '../../../../contract/json.ts'
import { BASE, BASE_SEPOLIA, type EvmNetwork } from '../../../../contract/wallet/networks.ts'
import {
  TRANSFER_WITH_AUTHORIZATION,
  usdcDomain,
} from '../../../../contract/wallet/payment/payment-payload.ts'
import { PRACTICE_RDNS } from '../practice/practice-names.ts'
import { waitUntil } from '../world.ts'
import { iconOf } from './discover-wallets.ts'
import {
  type EvmDriver,
  type SessionState,
  forgetWallet,
  rememberWallet,
  rememberedWallet,
} from './wallet-session.ts'

/** How long a wallet that was found may take to be found again here, ms. */
const COMES_WITHIN_MS = 2000

/** A chain as wallets want it described when they do not know it. The page itself reads none of these addresses. */
function chainOf({ chainId, name, test }: EvmNetwork, rpcUrl: string, explorer: string): Chain {
  return defineChain({
    id: chainId,
    name,
    testnet: test,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
    blockExplorers: { default: { name: 'Basescan', url: explorer } },
  })
}

/** The EVM chains on which a payment may be signed. */
const evmChains = [
  chainOf(BASE, 'https://mainnet.base.org', 'https://basescan.org'),
  chainOf(BASE_SEPOLIA, 'https://sepolia.base.org', 'https://sepolia.basescan.org'),
] as const

/**
 * EVM wallets through wagmi: found by EIP-6963, none built in. wagmi keeps nothing itself, because with
 * its own storage it drops a wallet that announces itself while that is being read.
 */
function walletConfig(): Config {
  return createConfig({
    chains: evmChains,
    connectors: [],
    multiInjectedProviderDiscovery: true,
    storage: null,
    // Chains are read elsewhere, so that an unreadable one is never taken for an empty one.
    transports: Object.fromEntries(
      evmChains.map(({ id }) => [
        id,
        custom({ request: () => Promise.reject(new Error('Networks are read elsewhere.')) }),
      ]),
    ),
  })
}

/** Looks for EVM wallets from now on, and reconnects the remembered one without asking. */
export function openEvmWallets(store: StoreApi<SessionState>): EvmDriver {
  const config = walletConfig()
  const findConnector = (id: string): Connector | undefined =>
    config.connectors.find((connector) => connector.id === id)

  const reconnectRemembered = async () => {
    const kept = rememberedWallet()
    const connector = kept?.family === 'evm' ? findConnector(kept.id) : undefined
    const { session, connecting } = store.getState()
    if (connector === undefined || session !== undefined || connecting !== undefined) return
    store.setState({ connecting: { id: connector.id, family: 'evm', silent: true } })
    await reconnect(config, { connectors: [connector] }).catch(() => [])
    store.setState({ connecting: undefined })
  }
  /** The pocket account is in use: this wallet is connected to fund it. */
  const isBeside = () => store.getState().session?.kind === 'pocket'

  const showSession = () => {
    if (isBeside()) return
    const { address, chainId, connector } = getConnection(config)
    const { session } = store.getState()
    if (address !== undefined && connector !== undefined)
      store.setState({
        session: {
          family: 'evm',
          id: connector.id,
          name: connector.name.slice(0, 60),
          ...iconOf(connector.icon),
          address,
          kind: connector.id === PRACTICE_RDNS ? 'practice' : 'wallet',
          ...given({ chainId }),
        },
      })
    else if (session?.family === 'evm') store.setState({ session: undefined })
  }

  watchConnectors(config, { onChange: () => void reconnectRemembered() })
  watchConnection(config, { onChange: showSession })
  void reconnectRemembered()

  const connector = (): Connector => {
    const { connector: current } = getConnection(config)
    if (current === undefined) throw new Error('Disconnected')
    return current
  }
  const provider = async () => (await connector().getProvider()) as EIP1193Provider

  return {
    connect: async (id) => {
      // One that was found a moment ago may still be on its way to wagmi.
      const chosen = await waitUntil(
        () => findConnector(id),
        (onChange) => watchConnectors(config, { onChange }),
        COMES_WITHIN_MS,
      )
      if (chosen === undefined) throw new Error('NotFound')
      if (getConnection(config).connector?.uid !== chosen.uid) {
        if (getConnection(config).isConnected) await disconnect(config)
        await connect(config, { connector: chosen })
      }
      if (!isBeside()) rememberWallet({ family: 'evm', id })
      showSession()
    },
    disconnect: async () => {
      if (!isBeside()) forgetWallet()
      if (getConnection(config).connector !== undefined) await disconnect(config)
    },
    current: async () => {
      const current = connector()
      const [accounts, chainId] = await Promise.all([current.getAccounts(), current.getChainId()])
      return { address: accounts[0], chainId }
    },
    // The text is what is shown; a library that rebuilt it could make it another.
    signText: async (address, text) =>
      (await provider()).request({
        method: 'personal_sign',
        params: [stringToHex(text), address as `0x${string}`],
      }),
    signTransfer: (network, { from, to, value, validAfter, validBefore, nonce }) =>
      signTypedData(config, {
        connector: connector(),
        account: from as `0x${string}`,
        domain: usdcDomain(network),
        types: TRANSFER_WITH_AUTHORIZATION,
        primaryType: 'TransferWithAuthorization',
        message: {
          from: from as `0x${string}`,
          to: to as `0x${string}`,
          value: BigInt(value),
          validAfter: BigInt(validAfter),
          validBefore: BigInt(validBefore),
          nonce: nonce as `0x${string}`,
        },
      }),
    switchTo: async ({ chainId }) => {
      await switchChain(config, { chainId, connector: connector() })
    },
    request: async (method, params) =>
      (await provider()).request({ method, params } as Parameters<EIP1193Provider['request']>[0]),
  }
}
