import {
  MIN_TOP_UP_MICRO_USD,
  MIN_WALLET_CREDIT_MICRO_USD,
  SUGGESTED_TOP_UP_MICRO_USD,
} from '../../../../contract/limits/sizes.ts'
import { MICRO_USD_PER_USD } from '../../../../contract/money.ts'
import type { BalanceResponse } from '../../../../contract/wallet/balance.ts'
import type { Authenticator } from '../../auth/authenticate.ts'
import type { AppContext } from '../../http/app-environment.ts'
import { sendJson } from '../../http/send-json.ts'
import type { WindowCounters } from '../../limits/window-counters.ts'
import type { Ledger } from '../ledger.ts'
import { walletOwner } from './wallet-owner.ts'
import { ownWallet } from './x402-own-wallet.ts'
import { takeTurn } from './x402-rate.ts'

/** Balance calls that one wallet may make in a minute. */
const BALANCES_PER_MINUTE = 30

/** What the wallet's own routes need from the service. */
export interface WalletService {
  authenticator: Authenticator
  ledger: Ledger
  counters: WindowCounters
}

/** `GET /x402/balance/{wallet}`: the credit of the wallet that signed in. */
export function walletBalance({ authenticator, ledger, counters }: WalletService) {
  return async (context: AppContext): Promise<Response> => {
    const wallet = await ownWallet(context, authenticator, 'balance')
    await takeTurn(counters, `balance ${wallet}`, BALANCES_PER_MINUTE, 'wallet')
    const { microUsd, microDiem } = await ledger.balance(walletOwner(wallet))
    const body: BalanceResponse = {
      success: true,
      data: {
        walletAddress: wallet,
        balanceUsd: microUsd / MICRO_USD_PER_USD,
        canConsume: microUsd + microDiem >= MIN_WALLET_CREDIT_MICRO_USD,
        minimumTopUpUsd: MIN_TOP_UP_MICRO_USD / MICRO_USD_PER_USD,
        suggestedTopUpUsd: SUGGESTED_TOP_UP_MICRO_USD / MICRO_USD_PER_USD,
        ...(microDiem > 0 && { diemBalanceUsd: microDiem / MICRO_USD_PER_USD }),
      },
    }
    return sendJson(context, body)
  }
}
