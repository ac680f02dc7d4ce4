import {
  TRANSFER_WITH_AUTHORIZATION,
  usdcDomain,
} from '../../../../contract/wallet/payment/payment-payload.ts'
import type { TopUpDraft } from './top-up-draft.ts'

/** What will be signed as its fields; those that are made at the moment of signing are named. */
export function signedFields(
  { offer, amountMicroUsd, wallet }: TopUpDraft,
  headerName: string,
): unknown {
  const { network, payTo, feePayer, memo } = offer
  const sent = `in the header ${headerName}, to this API only`
  if (network.family === 'evm')
    return {
      domain: usdcDomain(network),
      primaryType: Object.keys(TRANSFER_WITH_AUTHORIZATION)[0],
      message: {
        from: wallet,
        to: payTo,
        value: String(amountMicroUsd),
        validAfter: '0',
        validBefore: `${offer.timeoutSeconds} seconds after signing`,
        nonce: '32 random bytes',
      },
      sent,
    }
  return {
    instructions: [
      { program: 'ComputeBudget', setComputeUnitLimit: 20_000 },
      { program: 'ComputeBudget', setComputeUnitPrice: 1 },
      {
        program: 'Token',
        transferChecked: {
          owner: wallet,
          mint: network.asset,
          to: payTo,
          amount: String(amountMicroUsd),
          decimals: 6,
        },
      },
      { program: 'Memo', memo: memo ?? '32 random hex digits' },
    ],
    feePayer,
    sent,
  }
}
