import type { ToolDefinition, ToolResult, ToolSource } from '../../tools/tool.ts'

/** How tools run in one conversation, and what a person allowed there. */
export interface ConversationTools {
  /** Calls are made and sent back without a press for each; off where absent. */
  auto?: true
  /** The most requests that one press may lead to, 1 to 10. */
  maxRounds?: number
  /** The most that one press may lead to, micro-USD. */
  spendLimit?: number
  /** The ids of the sources whose tools go out. */
  sources?: readonly string[]
  /** What a person decided, the latest for each tool. They stay in this browser. */
  approvals?: readonly ToolApproval[]
  /** The answer from which rounds are counted: a person pressed Continue at it. */
  since?: string
  /** Servers that a link or a preset asks for: until one is connected, a person answers for its tools. */
  slots?: readonly ToolSlot[]
}

/** A decision about a tool, bound to the server that has it, what it is called and how it described itself. */
export interface ToolApproval {
  /** The id of its source, and the whole URL that its calls went to. */
  source: string
  url: string
  tool: string
  /** SHA-256 of source, URL, name and definition, hex. */
  hash: string
  /** `once`: it was allowed for one call, so the next one is asked about again. */
  decision: 'once' | 'conversation' | 'never'
  /** What a person saw that the tool said of itself, as JSON: a changed tool is shown beside it. */
  definition?: string
}

/** A place for a tool server: what it is called and what it offers, never where it is. */
export interface ToolSlot {
  name: string
  tools: readonly ToolDefinition[]
}

/** What is stored of a tool call, written before each step is taken. */
export type ToolStep = StepTool &
  (
    | { state: 'asked' }
    | { state: 'approved' }
    /** It was made, or was about to be: without a result nobody knows whether the tool ran. */
    | { state: 'called'; startedAt: number; isStopped?: true }
    | ({ state: 'answered' } & ToolAnswer)
  )

/** What a call was answered with. */
export type ToolAnswer =
  | { by: 'tool'; result: ToolResult; startedAt: number; endedAt: number; exchangeId?: string }
  /** There is no result; `reachedTool`: the tool may have run all the same. */
  | {
      by: 'failure'
      message: string
      reachedTool: boolean
      startedAt: number
      endedAt: number
      exchangeId?: string
    }
  /** The arguments were no JSON object, so it was not made. */
  | { by: 'invalid'; message: string }
  | { by: 'denied' }
  | { by: 'person' }

/** Which tool a call goes to. */
interface StepTool {
  /** As its source calls it. */
  tool: string
  source: { kind: ToolSource['kind']; name: string }
  /** What `ToolApproval.hash` is of it, when it was asked about. */
  hash: string
}
