import type { WalletProblem } from './wallet-session.ts'

/** What went wrong in a wallet, from whatever it threw (EIP-1193 codes, or a Wallet Standard error's words). */
export function walletProblemOf(error: unknown): WalletProblem {
  for (const one of chainOf(error)) {
    const { code, name, message } = one
    const words = `${name ?? ''} ${message ?? ''}`
    if (code === 4001 || /reject|denied|declin|cancel/i.test(words)) return 'rejected'
    if (code === -32002 || /already pending|already processing/i.test(words)) return 'busy'
    if (code === 4100 || /locked|unauthori[sz]ed/i.test(words)) return 'locked'
    if (code === 4900 || /NotConnected|Disconnected|NotFound/.test(words)) return 'gone'
    if (code === 4200 || code === -32601 || /not support/i.test(words)) return 'unsupported'
  }
  return 'failed'
}

interface Thrown {
  code?: unknown
  name?: string
  message?: string
}

/** The error, and what it says caused it. */
function chainOf(error: unknown): Thrown[] {
  const found: Thrown[] = []
  let one = error
  for (let depth = 0; depth < 6 && typeof one === 'object' && one !== null; depth++) {
    const code: unknown = Reflect.get(one, 'code')
    const name: unknown = Reflect.get(one, 'name')
    const message: unknown = Reflect.get(one, 'message')
    found.push({
      code,
      ...(typeof name === 'string' ? { name } : {}),
      ...(typeof message === 'string' ? { message } : {}),
    })
    one = Reflect.get(one, 'cause') ?? Reflect.get(one, 'error')
  }
  return found
}

/** What happened and what to press, for a wallet that did not do what it was asked. */
export const WALLET_PROBLEM_TEXT: Readonly<
  Record<WalletProblem, { readonly title: string; readonly meaning: string }>
> = {
  rejected: {
    title: 'You rejected the request',
    meaning: "Nothing was signed or sent. Try again when you're ready.",
  },
  busy: {
    title: 'A request is already pending in your wallet',
    meaning: 'Open your wallet, confirm or reject that request, then try again.',
  },
  locked: {
    title: 'Your wallet is locked',
    meaning: 'Unlock it, allow this site, then try again.',
  },
  gone: {
    title: 'Wallet disconnected',
    meaning: 'It was disconnected or removed. Connect it again.',
  },
  unsupported: {
    title: 'Not supported by this wallet',
    meaning: "It doesn't support the required signature. Use another wallet.",
  },
  failed: { title: 'Wallet error', meaning: 'Nothing was sent. Try again, or use another wallet.' },
}
