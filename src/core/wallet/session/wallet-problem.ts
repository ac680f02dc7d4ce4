import type { WalletProblem } from './wallet-session.ts'

/** What a phone wallet's own errors are told by. */
const PHONE_PROBLEMS = [
  ['stopped', /PairingStopped/],
  ['unreachable', /RelayUnreachable|No internet connection|Failed to publish/],
  ['chain', /SessionLacksChain/],
  ['expired', /(?:Proposal|Request) expired/i],
] as const

/** What went wrong in a wallet, from whatever it threw (EIP-1193 codes, or a Wallet Standard error's words). */
export function walletProblemOf(error: unknown): WalletProblem {
  for (const one of chainOf(error)) {
    const { code, name, message } = one
    const words = `${name ?? ''} ${message ?? ''}`
    const ofPhone = PHONE_PROBLEMS.find(([, pattern]) => pattern.test(words))
    if (ofPhone !== undefined) return ofPhone[0]
    // 5100 and on: what was asked for is not among what a phone's wallet knows.
    if (code === 5100) return 'chain'
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
    title: 'You declined in your wallet',
    meaning: 'Nothing was signed and nothing was sent. Press again when you want to.',
  },
  busy: {
    title: 'Your wallet has a question open already',
    meaning: 'Open the wallet, answer or dismiss what it shows, then press again.',
  },
  locked: {
    title: 'Your wallet is locked',
    meaning: 'Unlock it and allow this page, then press again.',
  },
  gone: {
    title: 'The wallet is not there any more',
    meaning: 'It was disconnected or removed. Connect it again.',
  },
  unsupported: {
    title: 'This wallet cannot do that',
    meaning: 'It does not support the signature that is needed. Use another wallet.',
  },
  stopped: {
    title: 'You stopped the pairing',
    meaning: 'Nothing was connected. Press again when you want to.',
  },
  expired: {
    title: 'The phone did not answer in time',
    meaning:
      'Nothing was signed and nothing was sent. Press again, and answer within five minutes.',
  },
  unreachable: {
    title: 'The relay to your phone cannot be reached',
    meaning: 'Nothing was signed and nothing was sent. See to your network, then press again.',
  },
  ended: {
    title: 'The phone ended the connection',
    meaning: 'It was disconnected there, or it ran out. Connect it again when you want to.',
  },
  chain: {
    title: 'The phone did not allow this chain',
    meaning:
      'Nothing was signed. Disconnect, connect again, and let the wallet on the phone use this chain.',
  },
  failed: {
    title: 'The wallet reported a fault',
    meaning: 'Nothing was sent. Press again, or use another wallet.',
  },
}
