import type { CellResponse } from '../../../core/evaluate/board.ts'
import { LongText } from '../../../ui/content/long-text.tsx'

/** Longer texts are drawn piece by piece. */
const DRAWN_AT_ONCE = 20_000

/** A text as it is, and tool calls, each in a line. */
export function ResponseText({ text, toolCalls }: Pick<CellResponse, 'text' | 'toolCalls'>) {
  return (
    <>
      {text.length > DRAWN_AT_ONCE ? (
        <LongText
          label="Response text"
          read={(limit) => text.slice(0, limit)}
          whole={() => text}
          wrap
        />
      ) : (
        <p className="whitespace-pre-wrap">{text}</p>
      )}
      {toolCalls.map((call, at) => (
        <p key={at} className="font-mono text-xs whitespace-pre-wrap">
          {call.name}({call.arguments})
        </p>
      ))}
    </>
  )
}
