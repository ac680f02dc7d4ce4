import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

import { canonicalJson } from '../../../contract/canonical-json.ts'
import type {
  ConversationTools,
  ToolApproval,
} from '../storage/conversations/conversation-tools.ts'
import type { ToolDefinition, ToolSource } from './tool.ts'

/** What an approval is bound to. */
export interface ToolIdentity {
  origin: string
  tool: string
  hash: string
  definition: string
}

/** What a tool is: where its calls go, its name, and all it says of itself. */
export function identityOf(
  { origin }: Pick<ToolSource, 'origin'>,
  tool: ToolDefinition,
): ToolIdentity {
  const { name, ...described } = tool
  const definition = canonicalJson(described)
  const whole = canonicalJson([origin, name, described])
  const hash = bytesToHex(sha256(new TextEncoder().encode(whole)))
  return { origin, tool: name, hash, definition }
}

/** What a person decided about a tool before, as far as it still holds. */
export type Standing =
  | { kind: 'allowed' }
  | { kind: 'denied' }
  /** `changedFrom`: the definition it had when it was last decided about, as JSON. */
  | { kind: 'ask'; changedFrom?: string }

/**
 * What holds for a tool. Allowed is only what was allowed as it is now; denied stays denied, however
 * the tool describes itself.
 */
export function standingOf(
  { approvals = [] }: ConversationTools,
  { origin, tool, hash }: ToolIdentity,
): Standing {
  const known = approvals.find((one) => one.origin === origin && one.tool === tool)
  if (known === undefined) return { kind: 'ask' }
  if (known.decision === 'never') return { kind: 'denied' }
  if (known.hash !== hash) return { kind: 'ask', changedFrom: known.definition }
  return known.decision === 'conversation' ? { kind: 'allowed' } : { kind: 'ask' }
}

/** The tools of a conversation with a decision about one, in place of an earlier one. */
export function withApproval(
  tools: ConversationTools,
  { origin, tool, hash, definition }: ToolIdentity,
  decision: ToolApproval['decision'],
): ConversationTools {
  const others = withoutApproval(tools, { origin, tool }).approvals ?? []
  return { ...tools, approvals: [...others, { origin, tool, hash, decision, definition }] }
}

/** The tools of a conversation without any decision about one: it is asked about again. */
export function withoutApproval(
  tools: ConversationTools,
  { origin, tool }: Pick<ToolIdentity, 'origin' | 'tool'>,
): ConversationTools {
  const approvals = (tools.approvals ?? []).filter(
    (one) => one.origin !== origin || one.tool !== tool,
  )
  return { ...tools, approvals }
}

/** Every tool of a source that says it only reads, allowed as it is now; what was denied stays so. */
export function withReadOnlyAllowed(
  tools: ConversationTools,
  source: ToolSource,
): ConversationTools {
  return source
    .tools()
    .filter(({ readOnly }) => readOnly === true)
    .map((tool) => identityOf(source, tool))
    .reduce(
      (next, identity) =>
        standingOf(next, identity).kind === 'denied'
          ? next
          : withApproval(next, identity, 'conversation'),
      tools,
    )
}
