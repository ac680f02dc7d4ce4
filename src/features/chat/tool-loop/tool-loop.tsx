import { useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'

import { microUsdFrom } from '../../../../contract/money.ts'
import { formatDuration } from '../../../core/format/units.ts'
import type { ConversationTools } from '../../../core/storage/conversations/conversation.ts'
import {
  enableToolSource,
  setConversationTools,
} from '../../../core/tools/conversation-settings.ts'
import { type CallTarget, type Episode, episodeOf, targetOf } from '../../../core/tools/episode.ts'
import { MAX_ROUNDS, maxRounds, runsByItself } from '../../../core/tools/max-rounds.ts'
import { CANNED, SNIPPETS } from '../../../core/tools/sources/local-sources.ts'
import { type EndReason, roundOf, type ToolRun } from '../../../core/tools/tool-runs.ts'
import { leftOutTools, TOOL_LIMITS, wireTools } from '../../../core/tools/wire-tools.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { cannedResults, toolSnippets } from '../../../page/tools/tool-answers.ts'
import { toolRunner, toolServers } from '../../../page/tools/tool-servers.ts'
import { visibleText } from '../../../ui/content/visible-text.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Switch } from '../../../ui/controls/toggles.tsx'
import { Spinner } from '../../../ui/feedback/states.tsx'
import { chatViewStore } from '../chat-view-store.ts'
import { ApprovalDialog } from './approval-dialog.tsx'

// In the same file: each file more costs the page a line in its import map.
export { CallStep } from './call-step.tsx'

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
        {/* Where nothing runs by itself there is nothing to limit. */}
        {runsByItself(tools) && (
          <>
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
          </>
        )}
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

function isUnderWay({ phase }: ToolRun): boolean {
  return phase !== 'waiting' && phase !== 'ended'
}

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

interface RunStatusProps {
  run: ToolRun | undefined
  /** What is at the end of the conversation. */
  episode: Episode | undefined
  tools: ConversationTools
}

function RunStatus({ run, episode, tools }: RunStatusProps) {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const isReceiving = useStore(
    chat.runs,
    ({ live }) => episode !== undefined && episode.version.id in live,
  )
  const { settings } = useStore(chat.conversation, (state) => state.conversation)
  const { list } = useStore(chat.toolSources)
  const offered = wireTools(settings, tools, list)
  // What nothing can answer is entered at the call itself, where one that may have run is called again.
  const pending =
    episode?.calls.filter(
      (call) =>
        call.isPending &&
        targetOf(call, offered) !== undefined &&
        call.step?.state !== 'called' &&
        call.step?.state !== 'answered',
    ) ?? []
  const words = run && runWords(run, episode, maxRounds(tools))
  const isOver = run === undefined || run.phase === 'ended' || run.phase === 'waiting'
  const isStuck = run?.phase === 'ended' && (run.why === 'max_rounds' || run.why === 'failures')
  const canStart =
    isOver && !isReceiving && !isStuck && pending.length > 0 && run?.phase !== 'waiting'
  if (words === undefined && !canStart) return null
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
      <p
        role="status"
        aria-label="Tool run"
        className="flex min-w-0 grow items-center gap-2 text-text-2"
      >
        {!isOver && run?.phase !== 'asking' && <Spinner />}
        <span className="min-w-0 wrap-anywhere">{words}</span>
        {run?.phase === 'calling' && <Elapsed since={run.startedAt} />}
      </p>
      {!isOver && !isReceiving && <Button onClick={() => toolRunner.stop()}>Stop</Button>}
      {canStart && (
        <Button disabled={connection === undefined} onClick={() => void toolRunner.start()}>
          {pending.length === 1 ? 'Run tool' : `Run ${pending.length} tools`}
        </Button>
      )}
      {isStuck && (
        <Button disabled={connection === undefined} onClick={() => void toolRunner.startAnew()}>
          Continue
        </Button>
      )}
    </div>
  )
}

/** How long a call has taken so far: after a few seconds someone wonders. */
function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(since)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  if (now - since < 1_000) return null
  return <span className="text-time tabular-nums">{formatDuration(now - since)}</span>
}

function runWords(run: ToolRun, episode: Episode | undefined, max: number): string | undefined {
  const round = `Round ${episode === undefined ? 1 : roundOf(run, episode, max)} of ${max}`
  switch (run.phase) {
    case 'asking':
      return `${round} · ${targetName(run.ask.target)} waits for your approval`
    case 'calling':
      return `${round} · calling ${targetName(run.target)}…`
    case 'working':
      return `${round} · saving…`
    case 'receiving':
      return `${round} · receiving the response…`
    case 'waiting':
      return waitingWords(run.waiting)
    case 'ended':
      return run.message ?? ENDED[run.why]
  }
}

/** A tool by its own name and that of its server: the model may know it by another. */
function targetName({ source, identity }: CallTarget): string {
  return visibleText(source.kind === 'mcp' ? `${identity.tool} of ${source.name}` : identity.tool)
}

function waitingWords(waiting: Extract<ToolRun, { phase: 'waiting' }>['waiting']): string {
  const [first] = waiting
  if (first === undefined) return ''
  const name = visibleText(first.call.name || 'a tool')
  if (waiting.length > 1) return `${waiting.length} calls wait for a result from you.`
  switch (first.why) {
    case 'interrupted':
      return `${name} was interrupted: it may have run.`
    case 'unknown_tool':
      return `No connected server has ${name}: enter its result.`
    case 'by_hand':
    case 'answered_before':
      return `${name} waits for a result from you.`
  }
}

const ENDED: Partial<Record<EndReason, string>> = {
  max_rounds: 'Stopped: the maximum rounds were reached.',
  failures: 'Stopped: two calls failed in a row.',
  spend_limit: 'Stopped: the next request could exceed the spend limit.',
  unknown_price: "Stopped: the model's price is unknown, so the spend limit can't be checked.",
  stopped: 'Stopped.',
  unsaved: "Stopped: the conversation couldn't be saved.",
  unreadable: "Stopped: couldn't read the conversation from browser storage. Run it again.",
  elsewhere: 'Another tab runs the tools of this conversation.',
  not_sent: "Stopped: the next request couldn't be sent.",
}

interface FurtherCallsProps {
  tool: string
  text: string
}

/** Has the further calls of a tool get the result that is written, or what its snippet returns. */
export function FurtherCalls({ tool, text }: FurtherCallsProps) {
  const hasSnippet = useStore(toolSnippets.store, (snippets) => snippets.has(tool))
  return (
    <div className="flex flex-wrap gap-1">
      <Button
        variant="ghost"
        className="text-xs"
        disabled={text === ''}
        onClick={() => {
          cannedResults.save(tool, text)
          enableToolSource(chat, CANNED, true)
        }}
      >
        Use for every call
      </Button>
      {hasSnippet && (
        <Button
          variant="ghost"
          className="text-xs"
          onClick={() => {
            cannedResults.save(tool, '')
            enableToolSource(chat, SNIPPETS, true)
          }}
        >
          Use snippet for every call
        </Button>
      )}
    </div>
  )
}
