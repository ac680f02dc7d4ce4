import { useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'

import { microUsdFrom } from '../../../../contract/money.ts'
import { setConversationTools } from '../../../core/tools/conversation-settings.ts'
import { episodeOf } from '../../../core/tools/episode.ts'
import { MAX_ROUNDS, maxRounds } from '../../../core/tools/max-rounds.ts'
import type { ToolRun } from '../../../core/tools/tool-runs.ts'
import { leftOutTools, TOOL_LIMITS } from '../../../core/tools/wire-tools.ts'
import { chat } from '../../../page/chat.ts'
import { toolRunner } from '../../../page/tools/tool-runner.ts'
import { toolServers } from '../../../page/tools/tool-servers.ts'
import { Switch } from '../../../ui/controls/switch.tsx'
import { chatViewStore } from '../chat-view-store.ts'
import { ApprovalDialog } from './approval-dialog.tsx'
import { RunStatus } from './run-status.tsx'

// In the same file: each file more costs the page a line in its import map.
export { CallStep } from './call-step.tsx'
export { FurtherCalls } from './further-calls.tsx'

/** How tools run in the conversation: by themselves or not, how far, at what cost, and how it goes. */
export function ToolLoop() {
  const { id, tools = {} } = useStore(chat.conversation, ({ conversation }) => conversation)
  const messages = useStore(chat.conversation, (state) => state.messages)
  const run = useStore(toolRunner.store, ({ byConversation }) => byConversation[id])
  const switchId = useId()
  useReconnect(tools.sources)
  const isActive = run !== undefined && isUnderWay(run)
  useEffect(() => {
    chatViewStore.setState({ toolsRunning: isActive })
    return () => chatViewStore.setState({ toolsRunning: false })
  }, [isActive])
  return (
    <section
      aria-label="Tool runs"
      className="flex flex-col gap-1 rounded-lg bg-surface-1 px-3 py-1 text-sm"
    >
      <div className="flex flex-wrap items-center gap-x-4">
        <span className="flex items-center gap-2">
          <Switch
            label="Run tools automatically"
            describedBy={switchId}
            checked={tools.auto === true}
            onChange={(auto) => setConversationTools(chat, { auto: auto ? true : undefined })}
          />
          <span aria-hidden>Run tools automatically</span>
          <span id={switchId} className="sr-only">
            Each tool still asks for your approval first.
          </span>
        </span>
        <label className="flex items-center gap-2 text-text-2 max-sm:order-1">
          <span className="max-sm:hidden">Maximum rounds</span>
          <span className="sm:hidden">Rounds</span>
          <input
            type="number"
            aria-label="Maximum rounds"
            min={MAX_ROUNDS.min}
            max={MAX_ROUNDS.max}
            value={maxRounds(tools)}
            onChange={({ target }) => {
              if (target.validity.valid && target.value !== '')
                setConversationTools(chat, { maxRounds: target.valueAsNumber })
            }}
            className="w-14 field tabular-nums"
          />
        </label>
        <SpendLimit limit={tools.spendLimit} />
      </div>
      <LeftOut />
      <RunStatus run={run} episode={episodeOf(messages, tools.since)} tools={tools} />
      {run?.phase === 'asking' && <ApprovalDialog key={run.ask.id} ask={run.ask} />}
    </section>
  )
}

/** How many tools the next request has no room for. */
function LeftOut() {
  const { settings, tools } = useStore(chat.conversation, ({ conversation }) => conversation)
  const { list } = useStore(chat.toolSources)
  const { length } = leftOutTools(settings, tools, list)
  if (length === 0) return null
  return (
    <p className="py-1 text-warn">
      {length === 1 ? "1 tool isn't sent" : `${length} tools aren't sent`}: a request carries{' '}
      {TOOL_LIMITS.tools} tools, {TOOL_LIMITS.definitions / 1_000} kB together. Turn some off in
      Settings.
    </p>
  )
}

/** Whether a run goes on without a press, or waits for an approval. */
function isUnderWay({ phase }: ToolRun): boolean {
  return phase !== 'waiting' && phase !== 'ended'
}

/** Connects to the servers that the conversation uses and that this tab has not connected to yet. */
function useReconnect(sources: readonly string[] = NONE): void {
  const saved = useStore(toolServers.saved.store)
  useEffect(() => {
    const controller = new AbortController()
    const open = toolServers.open.getState()
    for (const { id } of saved)
      if (sources.includes(id) && !open.has(id)) void toolServers.reconnect(id, controller.signal)
    return () => controller.abort()
  }, [saved, sources])
}

const NONE: readonly string[] = []

/** The most that one press may spend while tools run; empty for no limit. */
function SpendLimit({ limit }: { limit: number | undefined }) {
  const [text, setText] = useState(limit === undefined ? '' : String(limit / 1e6))
  return (
    <label className="flex items-center gap-2 text-text-2 max-sm:order-1">
      Spend limit
      <span className="flex items-center gap-1">
        $
        <input
          type="number"
          aria-label="Spend limit, USD"
          min={0}
          step="any"
          placeholder="none"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            if (target.validity.valid)
              setConversationTools(chat, { spendLimit: microUsdFrom(target.value) })
          }}
          className="w-18 field tabular-nums"
        />
      </span>
    </label>
  )
}
