import type { AnswerChoice } from '../../../../contract/chat/answer.ts'
import { formatCount, formatNumber } from '../../../core/format/number.ts'
import type { AnswerPoint } from '../../../core/inspector/replay/answer-at.ts'

/** More characters than this are not painted while an answer is played; its end is what changes. */
const PAINTED = 4000

/** The answer at one point of its stream: plain text, as the bytes say, not as Markdown. */
export function AnswerPointView({ point }: { point: AnswerPoint }) {
  const { answer, failure } = point
  const { choices, usage, citations } = answer
  return (
    <div
      role="group"
      aria-label="Response at this event"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable
      tabIndex={0}
      className="replayed-answer rounded-md border bg-surface-0 p-2 text-sm"
    >
      {/* A short answer begins at the top; of a long one the end is in view. */}
      <div className="mb-auto flex flex-col gap-2">
        {choices.map((choice, index) => (
          // Choices are known by their place.
          <ChoiceText key={index} choice={choice} label={choices.length > 1 ? index : undefined} />
        ))}
        {choices.length === 0 && <p className="text-text-3">No response text yet.</p>}
        {citations.length > 0 && (
          <p className="text-xs text-text-3">{formatNumber(citations.length)} sources</p>
        )}
        {usage !== undefined && (
          <p className="text-xs text-text-3">
            {formatCount(usage.prompt_tokens)} → {formatCount(usage.completion_tokens)} tokens
          </p>
        )}
        {failure !== undefined && <p className="text-bad">Error in the stream: {failure}</p>}
      </div>
    </div>
  )
}

function ChoiceText({ choice, label }: { choice: AnswerChoice; label: number | undefined }) {
  const { content, reasoning, refusal, toolCalls, finishReason } = choice
  return (
    <div className="flex flex-col gap-1">
      {label !== undefined && <p className="text-xs text-text-3">Choice {label}</p>}
      {reasoning !== '' && (
        <p className="border-l-2 pl-2 wrap-anywhere whitespace-pre-wrap text-text-3">
          {ending(reasoning)}
        </p>
      )}
      {content !== '' && <p className="wrap-anywhere whitespace-pre-wrap">{ending(content)}</p>}
      {refusal !== undefined && (
        <p className="border-l-2 border-warn pl-2 wrap-anywhere whitespace-pre-wrap">
          {ending(refusal)}
        </p>
      )}
      {toolCalls.map((call, index) => (
        // The id of a call may still be on its way.
        <p key={index} className="font-mono text-xs wrap-anywhere">
          {call.name}({ending(call.arguments)})
        </p>
      ))}
      {finishReason !== undefined && (
        <p className="text-xs text-text-3">finish_reason {finishReason}</p>
      )}
    </div>
  )
}

function ending(text: string): string {
  return text.length <= PAINTED ? text : `…${text.slice(-PAINTED)}`
}
