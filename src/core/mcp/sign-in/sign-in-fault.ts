import { fault, type ToolServerFailure } from '../faults/fault.ts'

/** A person can't sign in from this page; what they can do in any case is to paste a token. */
export function noSignIn(meaning: string): ToolServerFailure {
  return fault('authorization', {
    title: 'Sign-in unavailable',
    meaning,
    nextStep: 'Create a token at its provider and enter it in Authorization.',
  })
}
