import { type Advice } from '../../../contract/errors/advice.ts'
import { adviceForFailure, type Failure } from '../../../contract/errors/failure.ts'

/** Plain words for a failed edit, where those for a chat would name what an edit does not have. */
export function adviceForEdit(failure: Failure): Advice {
  const advice = adviceForFailure(failure)
  switch (failure.kind) {
    case 'timed_out':
      return {
        ...advice,
        meaning: 'The service gave up waiting for the edit.',
        nextStep: 'Choose a smaller resolution or image, then press Edit image.',
      }
    case 'cut':
    case 'stalled':
      return {
        ...advice,
        meaning: 'The connection ended before the image was complete. It may have been billed.',
        nextStep: 'Check the balance. Sending again may be billed again.',
      }
    case 'unreachable':
      return {
        ...advice,
        nextStep:
          'Check the address in Connection and that the service runs. If the request got through, it may be billed: check the balance before you send again.',
      }
    case 'over_spend_cap':
      return {
        ...advice,
        nextStep:
          'Change spend limit, choose a cheaper resolution or model, or send this one anyway.',
      }
    case 'payload_too_large':
      return { ...advice, nextStep: 'Shrink the image, then press Edit image.' }
    case 'insufficient_balance':
      return {
        ...advice,
        nextStep: 'Add credit, or choose a lower resolution, a lower quality or a cheaper model.',
      }
    default:
      return advice
  }
}
