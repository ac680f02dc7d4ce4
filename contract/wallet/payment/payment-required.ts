import { z } from '../../zod.ts'
import { optionalMember } from '../optional-member.ts'
import { foundChallengeSchema, type SignInChallenge } from '../sign-in-challenge.ts'
import { paymentRequirementSchema } from './payment-requirement.ts'

/** Key of the sign-in challenge inside `extensions`. */
export const SIGN_IN_EXTENSION = 'sign-in-with-x'

/**
 * The x402 PaymentRequired object: the 402 of a request without credentials, the 402 of a top-up
 * without a payment (which has neither `resource` nor `extensions`), and the decoded
 * `PAYMENT-REQUIRED` header. `accepts` may be empty: the balance route sends it so.
 */
export const paymentRequiredSchema = z.looseObject({
  x402Version: z.number(),
  error: optionalMember(z.string()),
  resource: optionalMember(
    z.looseObject({
      url: z.string(),
      description: optionalMember(z.string()),
      mimeType: optionalMember(z.string()),
    }),
  ),
  accepts: z.array(paymentRequirementSchema),
  extensions: optionalMember(z.record(z.string(), z.unknown())),
  /** How to authenticate instead: sent with the 402 of a request without credentials. */
  authOptions: optionalMember(z.looseObject({})),
})

/** The x402 PaymentRequired object, see {@link paymentRequiredSchema}. */
export type PaymentRequired = z.infer<typeof paymentRequiredSchema>

/** The sign-in challenge that a PaymentRequired object carries, when it has a readable one. */
export function signInChallengeOf(required: PaymentRequired): SignInChallenge | undefined {
  return foundChallengeSchema.safeParse(required.extensions?.[SIGN_IN_EXTENSION]).data
}
