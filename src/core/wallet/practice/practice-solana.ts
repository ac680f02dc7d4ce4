import { SOLANA, type SolanaNetwork } from '../../../../contract/wallet/networks.ts'
import { loadPracticeSecret, savePracticeSecret } from '../../storage/payments/practice-keys.ts'
import { openSolanaPair, type SolanaKey } from '../local-key/solana-key.ts'
import { PRACTICE_NAME } from './practice-names.ts'

interface Account {
  address: string
  publicKey: Uint8Array
  chains: readonly string[]
  features: readonly string[]
}

type Register = (api: { register(wallet: unknown): () => void }) => void

const SIGNING = ['solana:signMessage', 'solana:signTransaction']

/** Registers a Wallet Standard wallet whose key is made at the first connection and kept in this browser. */
export function registerPracticeSolana(network: SolanaNetwork, icon: string): void {
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
