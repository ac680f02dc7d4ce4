import { createPrivateKey, sign, type KeyObject } from 'node:crypto'

import type { Page } from '@playwright/test'
import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit'
import { Keypair, VersionedTransaction } from '@solana/web3.js'

export interface TestSolanaWallet {
  address: string
  /** Every transaction it was asked to sign, as it came. */
  transactions: Uint8Array[]
  messages: string[]
  /** Changes what is signed, as a wallet that cannot be trusted would. */
  tamper: (change: ((bytes: Uint8Array) => Uint8Array) | undefined) => void
}

/** Registers a Wallet Standard wallet whose key is made for this test and stays in its process. */
export async function installTestSolanaWallet(page: Page): Promise<TestSolanaWallet> {
  const keypair = Keypair.generate()
  const key = privateKeyOf(keypair)
  const transactions: Uint8Array[] = []
  const messages: string[] = []
  let tamper: ((bytes: Uint8Array) => Uint8Array) | undefined
  await page.exposeFunction('solanaSignMessage', (bytes: number[]) => {
    messages.push(Buffer.from(bytes).toString())
    return [...sign(null, Buffer.from(bytes), key)]
  })
  await page.exposeFunction('solanaSignTransaction', (bytes: number[]) => {
    const given = Uint8Array.from(bytes)
    transactions.push(given)
    const transaction = VersionedTransaction.deserialize(tamper?.(given) ?? given)
    transaction.sign([keypair])
    return [...transaction.serialize()]
  })
  await page.addInitScript(
    ({ address, publicKey }) => {
      type Sign = (bytes: number[]) => Promise<number[]>
      const bridge = (name: string) => Reflect.get(globalThis, name) as Sign
      const account = {
        address,
        publicKey: Uint8Array.from(publicKey),
        chains: ['solana:devnet'],
        features: ['solana:signMessage', 'solana:signTransaction'],
      }
      let accounts: (typeof account)[] = []
      const listeners = new Set<(change: unknown) => void>()
      const tell = () => {
        for (const listener of listeners) listener({ accounts })
      }
      const version = '1.0.0'
      const wallet = {
        version,
        name: 'Test Solana',
        icon: 'data:image/svg+xml;base64,PHN2Zy8+',
        chains: ['solana:devnet'],
        get accounts() {
          return accounts
        },
        features: {
          'standard:connect': {
            version,
            connect: () => {
              accounts = [account]
              tell()
              return Promise.resolve({ accounts })
            },
          },
          'standard:events': {
            version,
            on: (_event: string, listener: (change: unknown) => void) => {
              listeners.add(listener)
              return () => listeners.delete(listener)
            },
          },
          'solana:signMessage': {
            version,
            signMessage: (...inputs: { message: Uint8Array }[]) =>
              Promise.all(
                inputs.map(async ({ message }) => ({
                  signedMessage: message,
                  signature: Uint8Array.from(await bridge('solanaSignMessage')([...message])),
                })),
              ),
          },
          'solana:signTransaction': {
            version,
            supportedTransactionVersions: ['legacy', 0],
            signTransaction: (...inputs: { transaction: Uint8Array }[]) =>
              Promise.all(
                inputs.map(async ({ transaction }) => ({
                  signedTransaction: Uint8Array.from(
                    await bridge('solanaSignTransaction')([...transaction]),
                  ),
                })),
              ),
          },
        },
      }
      type Api = { register: (added: unknown) => unknown }
      const register = (api: Api) => api.register(wallet)
      window.addEventListener('wallet-standard:app-ready', (event) =>
        register(Reflect.get(event, 'detail') as Api),
      )
      window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
    },
    { address: keypair.publicKey.toBase58(), publicKey: [...keypair.publicKey.toBytes()] },
  )
  return {
    address: keypair.publicKey.toBase58(),
    transactions,
    messages,
    tamper: (change) => {
      tamper = change
    },
  }
}

/** What a transaction has a wallet sign. */
export function messageOf(transaction: Uint8Array) {
  const { messageBytes } = getTransactionDecoder().decode(transaction)
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
  if (!('instructions' in message)) throw new Error('There are no instructions.')
  return message
}

/** The key as Node's own Ed25519 takes it. */
function privateKeyOf({ secretKey }: Keypair): KeyObject {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
  return createPrivateKey({
    key: Buffer.concat([prefix, secretKey.slice(0, 32)]),
    format: 'der',
    type: 'pkcs8',
  })
}
