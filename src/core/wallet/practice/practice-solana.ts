import { encodeBase58 } from '../../../../contract/encoding/base58.ts'
import { SOLANA, type SolanaNetwork } from '../../../../contract/wallet/networks.ts'
import { loadPracticeSecret, savePracticeSecret } from '../../storage/payments/practice-keys.ts'
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
  let keys: Promise<CryptoKeyPair> | undefined
  const open = () => (keys ??= practiceKeys())
  const notify = () => {
    for (const listener of listeners) listener({ accounts })
  }
  const sign = async (bytes: Uint8Array): Promise<Uint8Array> =>
    new Uint8Array(await crypto.subtle.sign('Ed25519', (await open()).privateKey, own(bytes)))
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
          const raw = await crypto.subtle.exportKey('raw', (await open()).publicKey)
          const publicKey = new Uint8Array(raw)
          const address = encodeBase58(publicKey)
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
              signature: await sign(message),
            })),
          ),
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: (...inputs: { account: Account; transaction: Uint8Array }[]) =>
          Promise.all(
            inputs.map(async ({ account, transaction }) => ({
              signedTransaction: await signedBy(account.publicKey, transaction, sign),
            })),
          ),
      },
    },
  }
}

/** The transaction with the signature of one of its signers filled in. */
async function signedBy(
  publicKey: Uint8Array,
  bytes: Uint8Array,
  sign: (message: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const { VersionedTransaction } = await import('@solana/web3.js')
  const transaction = VersionedTransaction.deserialize(bytes)
  const { staticAccountKeys, header } = transaction.message
  const index = staticAccountKeys
    .slice(0, header.numRequiredSignatures)
    .findIndex((key) => encodeBase58(key.toBytes()) === encodeBase58(publicKey))
  if (index === -1) throw new Error("The practice wallet isn't a signer of this transaction.")
  transaction.signatures[index] = await sign(transaction.message.serialize())
  return transaction.serialize()
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

/** Bytes in a buffer of their own, as Web Crypto wants them. */
function own(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}
