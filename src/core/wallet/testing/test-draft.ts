import { BASE_SEPOLIA } from '../../../../contract/wallet/networks.ts'
import type { TopUpDraft } from '../top-up/top-up-draft.ts'

/** A top-up for tests, not signed yet: $5 on Base Sepolia. */
export const testDraft: TopUpDraft = {
  offer: {
    network: BASE_SEPOLIA,
    payTo: '0x02',
    minimumAtomic: 5_000_000,
    timeoutSeconds: 300,
    requirement: { scheme: 'exact', network: BASE_SEPOLIA.id, asset: '0x01', payTo: '0x02' },
  },
  amountMicroUsd: 5_000_000,
  wallet: '0xA1',
}
