import { isJsonObject } from '../../../../contract/json.ts'

/** An account that a phone lets the page use on one EVM chain. */
export interface PhoneAccount {
  chainId: number
  address: string
}

/** The chain and the account that a session with a phone is on, among all that the phone allowed. */
export interface PhoneState {
  accounts: readonly PhoneAccount[]
  chainId: number
  address: string
}

/** The EVM accounts in the namespaces of a session, which name them as CAIP-10: `eip155:8453:0x…`. */
export function accountsOf(namespaces: unknown): PhoneAccount[] {
  if (!isJsonObject(namespaces)) return []
  return Object.values(namespaces).flatMap((namespace) => {
    const accounts: unknown = isJsonObject(namespace) ? namespace['accounts'] : undefined
    return Array.isArray(accounts) ? accounts.flatMap(readAccount) : []
  })
}

function readAccount(text: unknown): PhoneAccount[] {
  const [, chain, address] =
    typeof text === 'string' ? (/^eip155:(\d{1,15}):(0x[0-9a-fA-F]{40})$/.exec(text) ?? []) : []
  return address === undefined ? [] : [{ chainId: Number(chain), address }]
}

/**
 * Where a session stands: on the chain and account it was on before if it still may, else on the first of
 * the chains that the page wants. Undefined when the phone allowed none of them.
 */
export function phoneStateOf(
  accounts: readonly PhoneAccount[],
  chainIds: readonly number[],
  before?: PhoneState,
): PhoneState | undefined {
  const wanted = before === undefined ? chainIds : [before.chainId, ...chainIds]
  const chainId = wanted.find((id) => accounts.some((account) => account.chainId === id))
  const there = accounts.filter((account) => account.chainId === chainId)
  const one = there.find(({ address }) => isSame(address, before?.address)) ?? there[0]
  return one && { accounts, chainId: one.chainId, address: one.address }
}

/** The addresses on the present chain, the one in use first. */
export function addressesOf({ accounts, chainId, address }: PhoneState): string[] {
  const there = accounts.filter((account) => account.chainId === chainId)
  return [address, ...there.map((one) => one.address).filter((other) => !isSame(other, address))]
}

/** Goes to another chain; undefined when the phone did not allow that one. */
export function withChain(state: PhoneState, chainId: number): PhoneState | undefined {
  const next = phoneStateOf(state.accounts, [chainId], { ...state, chainId })
  return next?.chainId === chainId ? next : undefined
}

/** After what the phone says of itself; it may only go where its session already allows it to. */
export function afterEvent(
  state: PhoneState,
  { name, data }: { name?: unknown; data?: unknown },
): PhoneState {
  if (name === 'chainChanged' && (typeof data === 'number' || typeof data === 'string'))
    return withChain(state, Number(data)) ?? state
  if (name === 'accountsChanged' && Array.isArray(data)) {
    const said: unknown = data[0]
    const wanted = typeof said === 'string' ? said.split(':').at(-1) : undefined
    const address = addressesOf(state).find((one) => isSame(one, wanted))
    return address === undefined ? state : { ...state, address }
  }
  return state
}

function isSame(address: string, other: string | undefined): boolean {
  return address.toLowerCase() === other?.toLowerCase()
}
