import type { EvmNetwork } from '../../../../contract/wallet/networks.ts'
import { hexOf } from '../../../../contract/wallet/sign-in-check.ts'
import { httpRpc } from '../../client/wallet/json-rpc.ts'
import { loadPracticeSecret, savePracticeSecret } from '../../storage/payments/practice-keys.ts'
import { type EvmKey, openEvmKey, type TypedDataToSign } from '../local-key/evm-key.ts'
import { openSealedHere, sealHere, type SealedHere } from '../local-key/sealed-here.ts'
import {
  announceEvmWallet,
  providerEvents,
  type ProviderRequest,
  rpcError,
} from '../session/eip-1193.ts'
import { PRACTICE_NAME, PRACTICE_RDNS } from './practice-names.ts'

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
  const key = isKey(saved) ? saved : `0x${hexOf(crypto.getRandomValues(new Uint8Array(32)))}`
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
