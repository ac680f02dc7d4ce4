import { type Advice } from '../../../contract/errors/advice.ts'
import { adviceForFailure, type Failure } from '../../../contract/errors/failure.ts'

/** Plain words for a failed edit, where those for a chat would name what an edit does not have. */
export function adviceForEdit(failure: Failure): Advice {
  const advice = adviceForFailure(failure)
  switch (failure.kind) {
    case 'timed_out':
      return {
        ...advice,
        meaning: 'The edit timed out.',
        nextStep: 'Choose a smaller resolution or image, then press Edit image.',
      }
    case 'cut':
    case 'stalled':
      return {
        ...advice,
        meaning: 'The connection ended before the image was complete. It may have been billed.',
        nextStep: 'Check the balance. A retry may be billed again.',
      }
    case 'unreachable':
      return {
        ...advice,
        nextStep:
          'Check the base URL in Connection, then the balance: the edit may have been billed.',
      }
    case 'over_spend_cap':
      return {
        ...advice,
        nextStep: 'Change the spend limit, choose a cheaper resolution or model, or send anyway.',
      }
    case 'payload_too_large':
      return { ...advice, nextStep: 'Shrink the image, then press Edit image.' }
    case 'insufficient_balance':
      return {
        ...advice,
        nextStep: 'Top up, or choose a lower resolution, a lower quality or a cheaper model.',
      }
    default:
      return advice
  }
}
