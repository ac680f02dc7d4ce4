import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

import { canonicalJson } from '../../../contract/json-text.ts'
import type { ConversationTools, ToolApproval } from '../storage/conversations/conversation.ts'
import type { ToolDefinition, ToolSource } from './tool.ts'

/** Which tool of which source. Two servers may have one origin, and even one URL. */
export interface ToolPlace {
  /** The id of its source. */
  source: string
  /** Where its calls go, the whole URL. */
  url: string
  tool: string
}

/** What an approval is bound to. */
export interface ToolIdentity extends ToolPlace {
  /** SHA-256 of the place and the definition, hex. */
  hash: string
  /** All that it says of itself, as JSON. */
  definition: string
}

/** The longest definition that is stored with a decision, in characters: the hash is what counts. */
const MAX_STORED_DEFINITION = 8_000

/** Definitions as JSON: a server's are the same objects until it lists them again. */
const written = new WeakMap<ToolDefinition, string>()

/** What a tool is: where its calls go, its name, and all it says of itself. */
export function identityOf(
  { id: source, url }: Pick<ToolSource, 'id' | 'url'>,
  tool: ToolDefinition,
): ToolIdentity {
  const { name, ...described } = tool
  const definition = written.get(tool) ?? canonicalJson(described)
  written.set(tool, definition)
  const whole = canonicalJson([source, url, name, definition])
  const hash = bytesToHex(sha256(new TextEncoder().encode(whole)))
  return { source, url, tool: name, hash, definition }
}

/** What a person decided about a tool before, as far as it still holds. */
export type Standing =
  | { kind: 'allowed' }
  | { kind: 'denied' }
  /** `earlier`: it is not what was decided about last. */
  | { kind: 'ask'; earlier?: EarlierTool }

/** A tool as it was; `definition` as JSON, absent where it was too long to be stored. */
export interface EarlierTool {
  definition?: string
}

/** The decisions that count: those of before servers were told apart by their URL bind nothing. */
export function decisionsOf({ approvals = [] }: ConversationTools): readonly ToolApproval[] {
  return approvals.filter(
    ({ source, url }) => typeof source === 'string' && typeof url === 'string',
  )
}

/** What holds for a tool. Allowed is only what was allowed as it is now; denied stays denied. */
export function standingOf(tools: ConversationTools, identity: ToolIdentity): Standing {
  const known = decisionsOf(tools).find((one) => isAt(one, identity))
  if (known === undefined) return { kind: 'ask' }
  if (known.decision === 'never') return { kind: 'denied' }
  const { hash, definition } = known
  if (hash !== identity.hash)
    return { kind: 'ask', earlier: definition === undefined ? {} : { definition } }
  return known.decision === 'conversation' ? { kind: 'allowed' } : { kind: 'ask' }
}

/** The tools of a conversation with a decision about one that a person looked at, in place of an earlier one. */
export function withApproval(
  tools: ConversationTools,
  { definition, ...identity }: ToolIdentity,
  decision: ToolApproval['decision'],
): ConversationTools {
  const isShort = definition.length <= MAX_STORED_DEFINITION
  const approval = { ...identity, decision, ...(isShort ? { definition } : {}) }
  const others = withoutApproval(tools, identity).approvals ?? []
  return { ...tools, approvals: [...others, approval] }
}

/** The tools of a conversation without any decision about one: it is asked about again. */
export function withoutApproval(tools: ConversationTools, place: ToolPlace): ConversationTools {
  return { ...tools, approvals: decisionsOf(tools).filter((one) => !isAt(one, place)) }
}

/** Tools that were allowed together, unseen but for their names; what was denied stays so. */
export function withAllAllowed(
  tools: ConversationTools,
  identities: readonly ToolIdentity[],
): ConversationTools {
  return identities.reduce((next, { definition: _, ...identity }) => {
    if (decisionsOf(next).some((one) => isAt(one, identity) && one.decision === 'never'))
      return next
    const { approvals = [] } = withoutApproval(next, identity)
    return { ...next, approvals: [...approvals, { ...identity, decision: 'conversation' }] }
  }, tools)
}

function isAt(one: ToolPlace, other: ToolPlace): boolean {
  return one.source === other.source && one.url === other.url && one.tool === other.tool
}
