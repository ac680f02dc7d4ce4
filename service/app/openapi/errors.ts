import {
  contentPolicyErrorSchema,
  detailedErrorSchema,
  payloadTooLargeSchema,
  standardErrorSchema,
  topUpErrorSchema,
} from '../../../contract/errors/bodies.ts'
import { paymentRequiredSchema } from '../../../contract/wallet/payment/payment-required.ts'
import { paymentRequirementSchema } from '../../../contract/wallet/payment/payment-requirement.ts'
import { walletPaymentRequiredSchema } from '../../../contract/wallet/payment/wallet-payment-required.ts'
import { signInChallengeSchema } from '../../../contract/wallet/sign-in-challenge.ts'
import type { NamedSchema } from './operation.ts'

const STANDARD: NamedSchema = { name: 'StandardError', schema: standardErrorSchema }
const DETAILED: NamedSchema = { name: 'DetailedError', schema: detailedErrorSchema }
const POLICY: NamedSchema = { name: 'ContentPolicyError', schema: contentPolicyErrorSchema }
const TOO_LARGE: NamedSchema = { name: 'PayloadTooLarge', schema: payloadTooLargeSchema }
const TOP_UP: NamedSchema = { name: 'TopUpError', schema: topUpErrorSchema }
const REQUIRED: NamedSchema = { name: 'PaymentRequired', schema: paymentRequiredSchema }
const WALLET: NamedSchema = { name: 'WalletPaymentRequired', schema: walletPaymentRequiredSchema }

/** The schemas of error bodies, and those inside them. */
export const ERROR_SCHEMAS: readonly NamedSchema[] = [
  STANDARD,
  DETAILED,
  POLICY,
  TOO_LARGE,
  TOP_UP,
  REQUIRED,
  WALLET,
  { name: 'PaymentRequirement', schema: paymentRequirementSchema },
  { name: 'SignInChallenge', schema: signInChallengeSchema },
]

/** What an error status says, and the bodies that it may have (contract, "Errors"). */
interface ErrorAnswer {
  description: string
  bodies: readonly NamedSchema[]
}

/** Every error status that an operation may have. */
export const ERROR_ANSWERS: Readonly<Record<number, ErrorAnswer>> = {
  400: { description: 'Invalid request parameters.', bodies: [DETAILED, STANDARD] },
  401: { description: 'Authentication failed, or the model is for Pro users.', bodies: [STANDARD] },
  402: {
    description: 'Credentials, a payment or a higher balance are required.',
    bodies: [REQUIRED, WALLET, STANDARD],
  },
  403: {
    description: 'Credentials of another wallet, or a wallet without a balance.',
    bodies: [STANDARD],
  },
  404: { description: 'Not found.', bodies: [STANDARD] },
  409: { description: 'The same payment is being settled.', bodies: [TOP_UP] },
  413: { description: 'The body or a file is too large.', bodies: [TOO_LARGE, STANDARD] },
  415: { description: 'Unsupported content type.', bodies: [STANDARD] },
  422: { description: 'Blocked by the content policy.', bodies: [POLICY, STANDARD] },
  429: { description: 'Rate limit reached, or too many failed requests.', bodies: [STANDARD] },
  500: { description: 'Processing failed.', bodies: [STANDARD] },
  503: {
    description: 'At capacity or not available; try again later.',
    bodies: [STANDARD, TOP_UP],
  },
  504: { description: 'The request timed out.', bodies: [STANDARD, TOP_UP] },
}
