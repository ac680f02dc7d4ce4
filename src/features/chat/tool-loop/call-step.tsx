import { useStore } from 'zustand'

import type { AnswerMedia } from '../../../../contract/chat/answer-media.ts'
import { formatDuration } from '../../../core/format/units.ts'
import type { AnswerMessage, ToolStep } from '../../../core/storage/conversations/conversation.ts'
import type { ToolContent, ToolResult } from '../../../core/tools/tool.ts'
import { chat } from '../../../page/chat.ts'
import { openInspector } from '../../../page/inspector-store.ts'
import { toolRunner } from '../../../page/tools/tool-servers.ts'
import { LongText } from '../../../ui/content/code.tsx'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { JsonView } from '../../../ui/content/json-view.tsx'
import { visibleText } from '../../../ui/content/visible-text.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { Spinner } from '../../../ui/feedback/states.tsx'
import { MediaList } from '../answer/media-list.tsx'

interface CallStepProps {
  record: AnswerMessage
  index: number
  step: ToolStep
  /** No tool message answers it yet. */
  isPending: boolean
}

/** How far a call is, where it went, and what it came to. */
export function CallStep({ record, index, step, isPending }: CallStepProps) {
  const run = useStore(
    toolRunner.store,
    ({ byConversation }) => byConversation[record.conversationId],
  )
  const atEnd = useStore(chat.conversation, ({ messages }) =>
    messages.slice(messages.findIndex(({ id }) => id === record.id) + 1).every(isResult),
  )
  const isCalling = run?.phase === 'calling' && atEnd && run.call.index === index
  const isInterrupted = step.state === 'called' && !isCalling && isPending
  const isStopped =
    step.state === 'called' &&
    (step.isStopped === true || (run?.phase === 'ended' && run.why === 'stopped'))
  const { word, tone } = isInterrupted
    ? ({ word: `${isStopped ? 'stopped' : 'interrupted'}: may have run`, tone: 'warn' } as const)
    : stateWord(step, isPending || isCalling)
  const exchangeId = step.state === 'answered' && 'exchangeId' in step ? step.exchangeId : undefined
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-text-3">
        <Badge tone={tone}>{word}</Badge>
        {isCalling && <Spinner />}
        {step.source.name !== '' && <span>{visibleText(step.source.name)}</span>}
        {step.state === 'answered' && 'endedAt' in step && (
          <span className="text-time tabular-nums">
            {formatDuration(step.endedAt - step.startedAt)}
          </span>
        )}
        {exchangeId !== undefined && (
          <Button
            variant="ghost"
            className="text-xs [--target:1.5rem]"
            aria-label={`Inspect call of ${step.tool}`}
            onClick={() => openInspector(exchangeId)}
          >
            Inspect
          </Button>
        )}
      </p>
      {isInterrupted && run?.phase !== 'asking' && atEnd && (
        <p className="flex flex-wrap items-center gap-2 text-sm text-text-2">
          {isStopped ? 'It was stopped' : 'The page was left'} before its result came. Call it again
          only if twice does no harm.
          <Button onClick={() => void toolRunner.callAgain(index)}>Call again</Button>
        </p>
      )}
      {step.state === 'answered' && step.by === 'tool' && (
        <ToolResultView tool={step.tool} result={step.result} />
      )}
      {step.state === 'answered' && (step.by === 'failure' || step.by === 'invalid') && (
        <p className="text-sm wrap-anywhere text-bad">{visibleText(step.message)}</p>
      )}
    </div>
  )
}

function isResult(record: { kind: string; message?: { role: string } }): boolean {
  return record.kind === 'written' && record.message?.role === 'tool'
}

function stateWord(step: ToolStep, isOpen: boolean) {
  // A result that was entered at the call stands in a message alone.
  if (!isOpen && step.state !== 'answered') return { word: 'has result', tone: 'good' } as const
  switch (step.state) {
    case 'asked':
      return { word: 'waiting for approval', tone: 'warn' } as const
    case 'approved':
      return { word: 'approved', tone: 'neutral' } as const
    case 'called':
      return { word: 'running', tone: 'neutral' } as const
    case 'answered':
      switch (step.by) {
        case 'tool':
          return step.result.isError
            ? ({ word: 'tool reported an error', tone: 'bad' } as const)
            : ({ word: 'has result', tone: 'good' } as const)
        case 'failure':
          return step.reachedTool
            ? ({ word: 'failed: may have run', tone: 'bad' } as const)
            : ({ word: 'failed: not called', tone: 'bad' } as const)
        case 'invalid':
          return { word: 'invalid arguments', tone: 'bad' } as const
        case 'denied':
          return { word: 'denied', tone: 'neutral' } as const
        case 'person':
          return { word: 'has result', tone: 'good' } as const
      }
  }
}

/** What a tool returned, all of it inert: nothing in it is followed, run or fetched. */
function ToolResultView({ tool, result }: { tool: string; result: ToolResult }) {
  const { content, structured } = result
  const isRich = content.some(({ type }) => type !== 'text')
  return (
    <Disclosure
      label={`Result of ${tool}`}
      open={isRich}
      summary={<span className="text-text-2">Result</span>}
    >
      <div className="mt-1 flex flex-col gap-2 pl-5">
        {content.map((piece, index) => (
          <Piece key={index} piece={piece} tool={tool} />
        ))}
        {structured !== undefined && <JsonView label="Structured result" value={structured} />}
        {content.length === 0 && structured === undefined && (
          <p className="text-sm text-text-3">The result is empty.</p>
        )}
      </div>
    </Disclosure>
  )
}

function Piece({ piece, tool }: { piece: ToolContent; tool: string }) {
  switch (piece.type) {
    case 'text':
      return <Text label={`Output of ${tool}`} text={piece.text} />
    case 'image':
    case 'audio':
      return <Media kind={piece.type} base64={piece.base64} />
    case 'resource':
      return (
        <div className="flex flex-col gap-1">
          <Uri uri={piece.uri} />
          {piece.text !== undefined && <Text label={`Output of ${tool}`} text={piece.text} />}
          {piece.base64 !== undefined && <Media kind="image" base64={piece.base64} />}
        </div>
      )
    case 'resource_link':
      return (
        <div className="flex flex-col gap-1 text-sm">
          <p>{visibleText(piece.name)}</p>
          <Uri uri={piece.uri} />
          {piece.description !== undefined && (
            <p className="text-text-2">{visibleText(piece.description)}</p>
          )}
        </div>
      )
    case 'unknown':
      return <JsonView label="Result" value={piece.value} />
  }
}

function Text({ label, text }: { label: string; text: string }) {
  return (
    <LongText
      label={label}
      read={(limit) => visibleText(text.slice(0, limit)).slice(0, limit)}
      whole={() => text}
      wrap
      className="max-h-80 overflow-y-auto"
    />
  )
}

/** Where a resource is, as text: a tool's link is not one to press. */
function Uri({ uri }: { uri: string }) {
  return <p className="font-mono text-xs wrap-anywhere text-text-2">{visibleText(uri)}</p>
}

/** What its bytes are, whatever the server says; a URL in their place is no bytes. */
function Media({ kind, base64 }: { kind: AnswerMedia['kind']; base64: string }) {
  const isData = /^[\w+/=-]*$/.test(base64)
  const media: AnswerMedia = { kind, pieces: [isData ? base64 : ''] }
  return <MediaList media={[media]} settled />
}
