import type { Section } from './statement.ts'
import { AUTHENTICATION } from './statements/authentication.ts'
import { CHAT_REQUEST } from './statements/chat-request.ts'
import { CHAT_RESPONSE } from './statements/chat-response.ts'
import { ERRORS } from './statements/errors.ts'
import { HEADERS } from './statements/headers.ts'
import { IMAGE_EDIT } from './statements/image-edit.ts'
import { LIMITS } from './statements/limits.ts'
import { MESSAGES } from './statements/messages.ts'
import { VENDOR_PARAMETERS } from './statements/vendor-parameters.ts'
import { WALLETS } from './statements/wallet.ts'

/** The contract, part by part. */
export const SECTIONS: readonly Section[] = [
  CHAT_REQUEST,
  VENDOR_PARAMETERS,
  MESSAGES,
  CHAT_RESPONSE,
  IMAGE_EDIT,
  WALLETS,
  AUTHENTICATION,
  ERRORS,
  LIMITS,
  HEADERS,
]
