import { subscribePayments } from '../../core/storage/payments/payment-journal.ts'
import { followOwner } from '../../core/wallet/state/follow-owner.ts'
import { readPayments } from '../../core/wallet/top-up/payments-store.ts'
import { wallet } from './browser-wallet.ts'
import { showSignatureWaits } from './signature-toasts.ts'

followOwner(wallet)
showSignatureWaits(wallet)
subscribePayments(() => void readPayments(wallet.payments, wallet.journal))
