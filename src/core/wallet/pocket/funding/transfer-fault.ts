import type { Advice } from '../../../../../contract/errors/advice.ts'
import { Fault } from '../../../failures/fault.ts'
import { formatMicroUsd } from '../../../format/money.ts'
import {
  WALLET_PROBLEMS,
  type WalletProblem,
  walletProblemOf,
} from '../../session/wallet-session.ts'

/** Why USDC was not moved between the main wallet and the pocket account. Unless `maybe_sent`, nothing was sent. */
const ROWS = {
  ...WALLET_PROBLEMS,
  unsupported: {
    title: 'Not supported by this wallet',
    meaning: "It can't send this transfer. Nothing was sent.",
    nextStep: 'Use another wallet, or send USDC to the address.',
  },
  /** The wallet may have sent it: only the network knows. */
  maybe_sent: {
    title: 'Transfer not confirmed',
    meaning: 'Your wallet stopped responding, and may have sent it.',
    nextStep: 'Check the balance of the account before you try again.',
  },
  in_progress: {
    title: 'Transfer in progress',
    meaning: 'Another transfer of this account waits for your wallet. Nothing was sent.',
    nextStep: 'Finish it in your wallet, then try again.',
  },
  open_top_up: {
    title: 'Payment still pending',
    meaning:
      'A top-up of this account is not settled yet, and requires its USDC. Nothing was sent.',
    nextStep: 'Try again when it is settled.',
  },
  offline: {
    title: "You're offline",
    meaning: 'Nothing was signed or sent.',
    nextStep: "Try again when you're back online.",
  },
  unreadable: {
    title: "Can't read the network",
    meaning: 'This page reads the network through your wallet. Nothing was signed or sent.',
    nextStep: 'Connect your wallet and switch it to this network, then try again.',
  },
  no_fee: {
    title: 'Not enough for the network fee',
    meaning: 'Your wallet pays the network fee, and has too little ETH or SOL. Nothing was sent.',
    nextStep: 'Add some to your wallet, then try again.',
  },
  nothing_left: {
    title: 'No USDC left',
    meaning: 'The account has no USDC on its network. What was credited is spent at the API only.',
    nextStep: 'Nothing needs to be sent back.',
  },
  wrong_network: {
    title: 'Wrong network',
    meaning: 'Your wallet stayed on another network. Nothing was sent.',
    nextStep: 'Switch networks in your wallet, then try again.',
  },
  practice_only: {
    title: 'Practice wallet required',
    meaning: 'The local network has the ID of a real one: a real wallet would send real USDC.',
    nextStep: 'Choose Practice wallet.',
  },
} satisfies Record<string, Advice>

type TransferFaultKind = keyof typeof ROWS

/** A {@link TransferFaultKind} to be caught, or that the wallet has less than is to be moved. */
export class TransferFault extends Fault<TransferFaultKind | 'too_little'> {
  override name = 'TransferFault'

  constructor(what: TransferFaultKind | Shortage, cause?: unknown) {
    if (typeof what === 'string') super(what, ROWS[what], cause)
    else super('too_little', shortageAdvice(what), cause)
  }
}

interface Shortage {
  heldMicroUsd: number
  wantedMicroUsd: number
}

/** A wallet's word that it did not do it. */
const REFUSALS: ReadonlySet<WalletProblem> = new Set(['rejected', 'busy', 'locked', 'unsupported'])

/** Why a wallet was not connected, or not switched: it was not asked to send yet. */
export function connectFault(error: unknown): TransferFault {
  return refusalOf(error) ?? new TransferFault('gone', error)
}

/** Why nothing is known to be sent: unless the wallet, or the network, said that it refused, it may be. */
export function sendFault(error: unknown): TransferFault {
  const words = error instanceof Error ? error.message : ''
  if (/insufficient (?:funds|lamports)|no record of a prior credit/i.test(words))
    return new TransferFault('no_fee', error)
  return refusalOf(error) ?? new TransferFault('maybe_sent', error)
}

function refusalOf(error: unknown): TransferFault | undefined {
  const problem = walletProblemOf(error)
  return REFUSALS.has(problem) ? new TransferFault(problem, error) : undefined
}

function shortageAdvice({ heldMicroUsd, wantedMicroUsd }: Shortage): Advice {
  return {
    title: 'Not enough USDC',
    meaning: `Your wallet has ${formatMicroUsd(heldMicroUsd)}, less than ${formatMicroUsd(wantedMicroUsd)}. Nothing was sent.`,
    nextStep: 'Fund a lower amount.',
  }
}
