import type { StoreApi } from 'zustand/vanilla'

import { BASE, BASE_SEPOLIA } from '../../../../contract/wallet/networks.ts'
import type { LocalChains, WalletRelay } from '../../client/connection/wallet-config.ts'
import {
  announceEvmWallet,
  providerEvents,
  type ProviderRequest,
  rpcError,
} from '../session/eip-1193.ts'
import { forgetWallet } from '../session/remembered-wallet.ts'
import type { SessionState } from '../session/wallet-session.ts'
import { rejectOnAbort } from '../wait.ts'
import type { Pairing, PairingAttempt } from './pairing.ts'
import type { PhoneClient, PhoneLink } from './phone-client.ts'
import { PairingStopped, SessionLacksChain } from './phone-errors.ts'
import { PHONE_NAME, PHONE_RDNS } from './phone-names.ts'
import { addressesOf, afterEvent, withChain, type PhoneState, phoneStateOf } from './phone-state.ts'

const PHONE_ICON =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAyNCAyNCI+PHJlY3QgeD0iNiIgeT0iMiIgd2lkdGg9IjEyIiBoZWlnaHQ9IjIwIiByeD0iMyIgZmlsbD0iIzRiNmJmMiIvPjxyZWN0IHg9IjgiIHk9IjUiIHdpZHRoPSI4IiBoZWlnaHQ9IjEyIiByeD0iMSIgZmlsbD0iI2ZmZiIvPjxjaXJjbGUgY3g9IjEyIiBjeT0iMTkuNSIgcj0iMSIgZmlsbD0iI2ZmZiIvPjwvc3ZnPg=='

/**
 * Makes wallets on phones known in the way that extensions make themselves known, so that they take the very
 * same way through the page. What reaches a phone is fetched when something is asked of one.
 */
export function announcePhoneWallet(
  { session, pairing }: { session: StoreApi<SessionState>; pairing: Pairing },
  relay: WalletRelay,
  local: LocalChains | undefined,
): void {
  const own = local?.chains.find(({ network }) => network.id === BASE_SEPOLIA.id)
  const networks = own === undefined ? [BASE, BASE_SEPOLIA] : [BASE_SEPOLIA, BASE]
  const provider = phoneProvider({
    chainIds: networks.map(({ chainId }) => chainId),
    open: async (events) => {
      const { openPhoneClient } = await import('./phone-client.ts')
      return openPhoneClient(relay, events)
    },
    startPairing: () => pairing.start(),
    onEnded: () => {
      forgetWallet()
      session.setState({ problem: 'ended' })
    },
  })
  announceEvmWallet({ name: PHONE_NAME, rdns: PHONE_RDNS, icon: PHONE_ICON, provider })
}

interface PhoneProviderOptions {
  /** The chains to ask the phone for, the most wanted first. */
  chainIds: readonly number[]
  /** Fetches the client of phone wallets; called once, when something is asked of a phone. */
  open: (events: PhoneLink) => Promise<PhoneClient>
  startPairing: () => PairingAttempt
  /** The phone ended the session, or it ran out. */
  onEnded: () => void
}

/** An EIP-1193 provider whose wallet is on a phone, reached through a session with it. */
export function phoneProvider({ chainIds, open, startPairing, onEnded }: PhoneProviderOptions) {
  const { listening, emit } = providerEvents()
  let client: Promise<PhoneClient> | undefined
  let state: PhoneState | undefined
  let ended = new AbortController()

  const update = (next: PhoneState | undefined) => {
    const before = state
    state = next
    if (before === undefined || next === undefined) return
    if (before.chainId !== next.chainId) emit('chainChanged', hexOf(next.chainId))
    const addresses = addressesOf(next)
    if (addressesOf(before).join() !== addresses.join()) emit('accountsChanged', addresses)
  }
  const end = () => {
    state = undefined
    ended.abort()
    ended = new AbortController()
  }
  const link: PhoneLink = {
    onAccounts: (accounts) => {
      if (state === undefined) return
      const next = phoneStateOf(accounts, chainIds, state)
      if (next !== undefined) return update(next)
      link.onEnd()
      void opened().then((phone) => phone.end())
    },
    onEvent: (event) => state && update(afterEvent(state, event)),
    onEnd: () => {
      if (state === undefined) return
      end()
      onEnded()
      emit('accountsChanged', [])
    },
  }
  const opened = () =>
    (client ??= open(link).catch((error: unknown) => {
      client = undefined
      throw error
    }))

  /** The session that outlived a reload, if there is one. */
  const restore = async () => {
    const accounts = (await opened()).accounts()
    state ??= accounts && phoneStateOf(accounts, chainIds)
    return state
  }
  const pair = async (): Promise<PhoneState> => {
    const { signal, show, done } = startPairing()
    try {
      const phone = await opened()
      if (signal.aborted) throw new PairingStopped()
      const accounts = await phone.pair(chainIds, { signal, show })
      state = phoneStateOf(accounts, chainIds)
      if (state !== undefined) return state
      await phone.end()
      throw new SessionLacksChain('The phone allowed none of the networks.')
    } finally {
      done()
    }
  }
  const ask = async (method: string, params: readonly unknown[]) => {
    if (state === undefined) throw rpcError(4900, 'Disconnected')
    const { chainId } = state
    const phone = await opened()
    const disconnected = rejectOnAbort(ended.signal, () => rpcError(4900, 'Disconnected'))
    return Promise.race([phone.request(chainId, method, params), disconnected])
  }

  return {
    ...listening,
    async request({ method, params = [] }: ProviderRequest): Promise<unknown> {
      switch (method) {
        case 'eth_accounts': {
          const now = await restore()
          return now === undefined ? [] : addressesOf(now)
        }
        case 'eth_requestAccounts':
          return addressesOf((await restore()) ?? (await pair()))
        case 'eth_chainId':
          return hexOf(state?.chainId ?? chainIds[0] ?? 0)
        case 'wallet_switchEthereumChain': {
          const next = state && withChain(state, chainOf(params[0]))
          if (next === undefined)
            throw new SessionLacksChain('The phone did not allow the network.')
          update(next)
          return null
        }
        case 'personal_sign':
        case 'eth_signTypedData_v4':
          return ask(method, params)
        case 'wallet_requestPermissions':
          return []
        case 'wallet_revokePermissions':
          end()
          await (await opened()).end()
          return []
        default:
          throw rpcError(4200, `Unsupported method: ${method}.`)
      }
    },
  }
}

function hexOf(chainId: number): string {
  return `0x${chainId.toString(16)}`
}

function chainOf(param: unknown): number {
  return Number(Reflect.get(Object(param), 'chainId') ?? Number.NaN)
}
