import type { CallEffect } from '../client/admission/call-effect.ts'

/** The sentence that stands beside the button before it is pressed; none for a read. */
export function effectInWords(effect: CallEffect): string | undefined {
  switch (effect) {
    case 'read':
      return undefined
    case 'billed':
      return 'Billed per request.'
    case 'removes':
      return 'This deletes data and may be irreversible.'
    case 'unknown':
      return 'This may change data or be billed.'
  }
}
