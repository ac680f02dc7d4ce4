import { ATTESTATION } from '../e2ee/attestation.ts'
import { AUDIO_OPERATIONS } from '../operations/audio/described.ts'
import { BILLING_USAGE } from '../operations/billing-usage/described.ts'
import { CRYPTO_RPC_OPERATIONS } from '../operations/crypto-rpc/described.ts'
import { EMBEDDINGS } from '../operations/embeddings/described.ts'
import { IMAGE_GENERATION_OPERATIONS } from '../operations/image-generation/described.ts'
import { ACCOUNT_OPERATIONS } from './described/account.ts'
import { CHARACTER_OPERATIONS } from './described/characters.ts'
import { CHAT_OPERATIONS } from './described/chat.ts'
import { IMAGE_OPERATIONS } from './described/images.ts'
import { MODEL_OPERATIONS } from './described/models.ts'
import { WALLET_OPERATIONS } from './described/wallet.ts'
import type { Operation } from './operation.ts'

/** Every operation below `/api/v1`. A test compares them with the routes. */
export const OPERATIONS: readonly Operation[] = [
  ...CHAT_OPERATIONS,
  ...IMAGE_OPERATIONS,
  ...IMAGE_GENERATION_OPERATIONS,
  ...AUDIO_OPERATIONS,
  EMBEDDINGS,
  ...MODEL_OPERATIONS,
  ATTESTATION,
  ...CHARACTER_OPERATIONS,
  ...WALLET_OPERATIONS,
  ...CRYPTO_RPC_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  BILLING_USAGE,
]
