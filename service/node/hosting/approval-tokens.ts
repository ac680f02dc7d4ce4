import { randomBytes } from 'node:crypto'

/** What a person was asked to approve. */
export interface Approval {
  /** Origins to allow; none on the page that lists the allowed ones. */
  origins: readonly string[]
  /** The local path to go back to. */
  returnTo: string
}

/** Single-use tokens: only the page that asked can be answered, and only once. */
export interface ApprovalTokens {
  issue(approval: Approval): string
  redeem(token: string): Approval | undefined
}

const LIFETIME_MS = 10 * 60_000
const MAX_OPEN = 100

/** No tokens yet. */
export function createApprovalTokens(now: () => number = Date.now): ApprovalTokens {
  const open = new Map<string, { approval: Approval; expiresAt: number }>()
  return {
    issue: (approval) => {
      const token = randomBytes(32).toString('base64url')
      open.set(token, { approval, expiresAt: now() + LIFETIME_MS })
      const oldest = open.size > MAX_OPEN ? open.keys().next().value : undefined
      if (oldest !== undefined) open.delete(oldest)
      return token
    },
    redeem: (token) => {
      const found = open.get(token)
      open.delete(token)
      return found && found.expiresAt > now() ? found.approval : undefined
    },
  }
}
