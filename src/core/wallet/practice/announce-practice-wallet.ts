import { hexOfBytes } from '../../../../contract/encoding/bytes.ts'
import {
  type EvmNetwork,
  SOLANA,
  type SolanaNetwork,
} from '../../../../contract/wallet/networks.ts'
import type { LocalChains } from '../../client/connection/wallet-config.ts'
import { httpRpc } from '../../client/wallet/wallet-reads.ts'
import { loadPracticeSecret, savePracticeSecret } from '../../storage/payments/practice-keys.ts'
import {
  type EvmKey,
  type SealedHere,
  type SolanaKey,
  type TypedDataToSign,
  openEvmKey,
  openSealedHere,
  openSolanaPair,
  sealHere,
} from '../local-key/local-key.ts'
import {
  type ProviderRequest,
  announceEvmWallet,
  providerEvents,
  rpcError,
} from '../session/eip-1193.ts'
import { PRACTICE_NAME, PRACTICE_RDNS } from './practice-names.ts'

/** The sign of each family's network, in colors of our own. */
const ICONS = {
  evm: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAyNCAyNCI+PHJlY3Qgd2lkdGg9IjI0IiBoZWlnaHQ9IjI0IiByeD0iNSIgZmlsbD0iI2RmZTRmYiIvPjxwYXRoIGQ9Ik0xMiAzbDUgOS01IDMtNS0zek0xMiAyMWw1LTcuNS01IDMtNS0zeiIgZmlsbD0iIzQ0NTNjNCIvPjwvc3ZnPg==',
  solana:
    'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAyNCAyNCI+PHJlY3Qgd2lkdGg9IjI0IiBoZWlnaHQ9IjI0IiByeD0iNSIgZmlsbD0iI2Q4ZWZlNiIvPjxwYXRoIGQ9Ik03LjUgNmgxMWwtMiAzaC0xMXpNNS41IDEwLjVoMTFsMiAzaC0xMXpNNy41IDE1aDExbC0yIDNoLTExeiIgZmlsbD0iIzFhNmY1NiIvPjwvc3ZnPg==',
}

/**
 * Makes the practice wallet known in the way real wallets make themselves known, EIP-6963 and the Wallet
 * Standard, so that it takes the very same way through the page. Only where the local service runs the
 * chains: its keys are never good for anything else.
 */
export function announcePracticeWallet({ chains }: LocalChains): void {
  for (const { network, rpcUrl } of chains) {
    if (network.family === 'evm') announcePracticeEvm(network, rpcUrl, ICONS.evm)
    else registerPracticeSolana(network, ICONS.solana)
  }
}

interface Account {
  address: string
  publicKey: Uint8Array
  chains: readonly string[]
  features: readonly string[]
}

type Register = (api: { register(wallet: unknown): () => void }) => void

const SIGNING = ['solana:signMessage', 'solana:signTransaction']

/** Registers a Wallet Standard wallet whose key is made at the first connection and kept in this browser. */
function registerPracticeSolana(network: SolanaNetwork, icon: string): void {
  const wallet = practiceWallet(network.id === SOLANA.id ? 'solana:mainnet' : 'solana:devnet', icon)
  const register: Register = (api) => void api.register(wallet)
  window.addEventListener('wallet-standard:app-ready', (event) => {
    // The event of the standard has a detail without being a CustomEvent.
    register(Reflect.get(event, 'detail') as Parameters<Register>[0])
  })
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
}

function practiceWallet(chain: string, icon: string) {
  const listeners = new Set<(change: unknown) => void>()
  let accounts: readonly Account[] = []
  let key: Promise<SolanaKey> | undefined
  const open = () => (key ??= practiceKeys().then(openSolanaPair))
  const notify = () => {
    for (const listener of listeners) listener({ accounts })
  }
  return {
    version: '1.0.0',
    name: PRACTICE_NAME,
    icon,
    chains: [chain],
    get accounts() {
      return accounts
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: async () => {
          const { address, publicKey } = await open()
          accounts = [{ address, publicKey, chains: [chain], features: SIGNING }]
          notify()
          return { accounts }
        },
      },
      'standard:disconnect': {
        version: '1.0.0',
        disconnect: () => {
          accounts = []
          notify()
          return Promise.resolve()
        },
      },
      'standard:events': {
        version: '1.0.0',
        on: (_event: 'change', listener: (change: unknown) => void) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      'solana:signMessage': {
        version: '1.1.0',
        signMessage: (...inputs: { message: Uint8Array }[]) =>
          Promise.all(
            inputs.map(async ({ message }) => ({
              signedMessage: message,
              signature: await (await open()).signMessage(message),
            })),
          ),
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: (...inputs: { transaction: Uint8Array }[]) =>
          Promise.all(
            inputs.map(async ({ transaction }) => ({
              signedTransaction: await (await open()).signTransaction(transaction),
            })),
          ),
      },
    },
  }
}

async function practiceKeys(): Promise<CryptoKeyPair> {
  const saved = await loadPracticeSecret('solana')
  if (isPair(saved)) return saved
  const pair = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])
  const current = await savePracticeSecret('solana', pair)
  if (!isPair(current)) throw new Error('The practice key could not be read.')
  return current
}

function isPair(value: unknown): value is CryptoKeyPair {
  return (
    typeof value === 'object' &&
    value !== null &&
    Reflect.get(value, 'privateKey') instanceof CryptoKey
  )
}

/** Announces an EIP-6963 provider whose key is made at the first request and kept in this browser. */
export function announcePracticeEvm(network: EvmNetwork, rpcUrl: string, icon: string): void {
  const provider = practiceProvider(network, rpcUrl)
  announceEvmWallet({ name: PRACTICE_NAME, rdns: PRACTICE_RDNS, icon, provider })
}

function practiceProvider(network: EvmNetwork, rpcUrl: string) {
  const { chainId } = network
  let key: Promise<EvmKey> | undefined
  const open = () => (key ??= loadPracticeKey().then(openEvmKey))
  const hexChain = `0x${chainId.toString(16)}`
  return {
    ...providerEvents().listening,
    async request({ method, params = [] }: ProviderRequest): Promise<unknown> {
      switch (method) {
        case 'eth_requestAccounts':
        case 'eth_accounts':
          return [(await open()).address]
        case 'eth_chainId':
          return hexChain
        case 'wallet_switchEthereumChain':
          if (isChain(params[0], hexChain)) return null
          throw rpcError(4902, 'The practice wallet supports the local network only.')
        case 'personal_sign':
          return (await open()).signMessage(hexOfParam(params[0]))
        case 'eth_signTypedData_v4':
          return signTyped(await open(), params[1], chainId)
        case 'eth_sendTransaction': {
          const { sendPracticeTransaction } = await import('./practice-transactions.ts')
          return sendPracticeTransaction(
            await loadPracticeKey(),
            params[0],
            network,
            httpRpc(rpcUrl),
          )
        }
        case 'wallet_requestPermissions':
        case 'wallet_revokePermissions':
          return []
        default:
          throw rpcError(4200, `The practice wallet doesn't support ${method}.`)
      }
    },
  }
}

/** Signs typed data for the local chain only, as a wallet that is on that chain does. */
async function signTyped(key: EvmKey, json: unknown, chainId: number) {
  const data = JSON.parse(String(json)) as TypedDataToSign
  const named = data.domain?.chainId
  if (named === undefined || Number(named) !== chainId)
    throw rpcError(-32602, 'The typed data is for another network.')
  return key.signTypedData(data)
}

function isChain(value: unknown, hexChain: string): boolean {
  return typeof value === 'object' && value !== null && Reflect.get(value, 'chainId') === hexChain
}

function hexOfParam(value: unknown): `0x${string}` {
  if (typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value)) return value as `0x${string}`
  throw rpcError(-32602, 'The message must be hex.')
}

type Bytes = Uint8Array<ArrayBuffer>

/** The practice wallet's private key: the saved one, or a new one. A saved one that is in clear is sealed. */
async function loadPracticeKey(): Promise<Bytes> {
  const saved = await loadPracticeSecret('evm')
  if (isSealed(saved)) return unseal(saved)
  const key = isKey(saved) ? saved : `0x${hexOfBytes(crypto.getRandomValues(new Uint8Array(32)))}`
  const sealed = await sealHere(new TextEncoder().encode(key))
  const current = await savePracticeSecret('evm', sealed, saved)
  if (!isSealed(current)) throw new Error('The practice key could not be read.')
  return unseal(current)
}

/** It is sealed as its hexadecimal digits. */
async function unseal(sealed: SealedHere): Promise<Bytes> {
  const bytes = await openSealedHere(sealed).catch((cause: unknown) => {
    throw new Error('The practice key could not be read.', { cause })
  })
  const key = new TextDecoder().decode(bytes)
  if (!isKey(key)) throw new Error('The practice key could not be read.')
  return Uint8Array.from(key.slice(2).match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
}

function isSealed(value: unknown): value is SealedHere {
  return (
    typeof value === 'object' &&
    value !== null &&
    Reflect.get(value, 'wrapping') instanceof CryptoKey
  )
}

function isKey(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value)
}
