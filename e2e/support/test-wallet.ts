import type { Page } from '@playwright/test'
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  hexToString,
  type Hex,
  http,
  numberToHex,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** One question to the wallet. */
interface WalletRequest {
  method: string
  params?: readonly unknown[]
}

export interface TestWallet {
  address: string
  /** Everything it was asked, in order. */
  log: WalletRequest[]
  /** How many signatures of payments it was asked for. */
  payments: () => number
  /** Runs before the next signature of a payment is given; may never resolve. */
  beforePayment: (hook: (() => Promise<void>) | undefined) => void
  /** Throws this EIP-1193 error at the next question of the method. */
  failNext: (method: string, code: number) => void
  /** Never answers the next question of the method. */
  silence: (method: string) => void
  /** Goes to another account or chain, and tells the page. */
  change: (page: Page, to: { account?: number; chainId?: number }) => Promise<void>
}

const NAME = 'Test wallet'

/** What a wallet answers from its own connection to the chain. */
const READS = new Set(['eth_call', 'eth_getCode', 'eth_getLogs', 'eth_getBlockByNumber'])

async function read(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result } = (await response.json()) as { result: unknown }
  return result
}

/** Sends a transaction of an account that has coins for it, as wallets do. */
async function send(
  rpcUrl: string | undefined,
  account: PrivateKeyAccount,
  { to, data }: { to: Hex; data: Hex },
): Promise<Hex> {
  const transport = http(rpcUrl)
  const chain = defineChain({
    id: await createPublicClient({ transport }).getChainId(),
    name: 'Test',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  })
  return createWalletClient({ account, chain, transport }).sendTransaction({ to, data })
}

interface TestWalletOptions {
  chainId?: number
  name?: string
  /** Makes a contract wallet for the owner that signs, and gives its address. */
  contract?: (owner: string) => Promise<string>
  /** Where it reads the chain for the page; without it, it reads none. */
  rpcUrl?: string
}

/**
 * Announces an EIP-6963 wallet in every page of the context. Its keys are made for this test and stay in
 * the test's process: each question crosses over, where it is written down.
 */
export async function installTestWallet(
  page: Page,
  { chainId = 84532, name = NAME, contract, rpcUrl }: TestWalletOptions = {},
): Promise<TestWallet> {
  const accounts = [0, 1].map(() => privateKeyToAccount(generatePrivateKey()))
  const state = { chainId, account: 0, isConnected: false }
  const contractAddress = await contract?.(accounts[0]?.address ?? '')
  const log: WalletRequest[] = []
  const silent = new Set<string>()
  const failures = new Map<string, number>()
  let hook: (() => Promise<void>) | undefined
  const account = () => {
    const current = accounts[state.account]
    if (current === undefined) throw new Error('There is no such account.')
    return current
  }
  const address = () => contractAddress ?? account().address
  const answer = async ({ method, params = [] }: WalletRequest): Promise<unknown> => {
    switch (method) {
      case 'eth_requestAccounts':
        state.isConnected = true
        return [address()]
      case 'eth_accounts':
        return state.isConnected ? [address()] : []
      case 'eth_chainId':
        return numberToHex(state.chainId)
      case 'wallet_switchEthereumChain':
        state.chainId = Number((params[0] as { chainId: Hex }).chainId)
        return null
      case 'personal_sign':
        return account().signMessage({ message: hexToString(params[0] as Hex) })
      case 'eth_signTypedData_v4': {
        await hook?.()
        const data = JSON.parse(params[1] as string) as Parameters<
          ReturnType<typeof privateKeyToAccount>['signTypedData']
        >[0]
        return account().signTypedData(data)
      }
      case 'eth_sendTransaction':
        return send(rpcUrl, account(), params[0] as { to: Hex; data: Hex })
      case 'wallet_requestPermissions':
      case 'wallet_revokePermissions':
        return []
      default:
        if (rpcUrl !== undefined && READS.has(method)) return read(rpcUrl, method, params)
        throw Object.assign(new Error(`Unsupported method ${method}`), { code: 4200 })
    }
  }
  const bridge = `wallet_${name.replaceAll(/\W/g, '_')}`
  await page.context().exposeFunction(bridge, async (request: WalletRequest) => {
    log.push(request)
    const code = failures.get(request.method)
    failures.delete(request.method)
    if (silent.delete(request.method)) return new Promise(() => undefined)
    if (code !== undefined) return { error: { code, message: 'The wallet said no.' } }
    try {
      return { result: await answer(request) }
    } catch (error) {
      const { message } = error as Error
      return { error: { code: Number(Reflect.get(Object(error), 'code') ?? -32603), message } }
    }
  })
  await page.context().addInitScript(
    ([bridgeName = '', walletName = '']) => {
      type Answer = { result?: unknown; error?: { code: number; message: string } }
      const ask = Reflect.get(globalThis, bridgeName) as (request: unknown) => Promise<Answer>
      const listeners = new Map<string, Set<(value: unknown) => void>>()
      const provider = {
        async request(question: unknown) {
          const { result, error } = await ask(question)
          if (error) throw Object.assign(new Error(error.message), { code: error.code })
          return result
        },
        on(event: string, listener: (value: unknown) => void) {
          listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
        },
        removeListener(event: string, listener: (value: unknown) => void) {
          listeners.get(event)?.delete(listener)
        },
      }
      Reflect.set(globalThis, `${bridgeName}_emit`, (event: string, value: unknown) => {
        for (const listener of listeners.get(event) ?? []) listener(value)
      })
      const info = Object.freeze({
        uuid: crypto.randomUUID(),
        name: walletName,
        icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="%234a7"/><path d="M6 9h12v7H6z" fill="white"/></svg>',
        rdns: `test.${bridgeName}`,
      })
      const announce = () =>
        window.dispatchEvent(
          new CustomEvent('eip6963:announceProvider', {
            detail: Object.freeze({ info, provider }),
          }),
        )
      window.addEventListener('eip6963:requestProvider', announce)
      announce()
    },
    [bridge, name],
  )
  const emit = (target: Page, event: string, value: unknown) =>
    target.evaluate(
      ([key, name_, given]) => {
        const tell: unknown = Reflect.get(globalThis, String(key))
        if (typeof tell === 'function') tell(name_, given)
      },
      [`${bridge}_emit`, event, value],
    )
  return {
    address: address(),
    log,
    payments: () => log.filter(({ method }) => method === 'eth_signTypedData_v4').length,
    beforePayment: (next) => {
      hook = next
    },
    failNext: (method, code) => void failures.set(method, code),
    silence: (method) => void silent.add(method),
    change: async (target, to) => {
      if (to.account !== undefined) {
        state.account = to.account
        await emit(target, 'accountsChanged', [address()])
      }
      if (to.chainId !== undefined) {
        state.chainId = to.chainId
        await emit(target, 'chainChanged', numberToHex(to.chainId))
      }
    },
  }
}
