import type { ToolCallDraft } from '../../../contract/chat/answer.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'

/** The calls a model asks for: name, id and arguments as they came. */
export function ToolCalls({ calls }: { calls: readonly ToolCallDraft[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {calls.map((call, index) => (
        <li key={call.id || index} className="flex flex-col gap-1">
          <span className="text-sm">
            Tool call <code className="font-mono">{call.name}</code>{' '}
            <span className="font-mono text-xs text-text-3">{call.id}</span>
          </span>
          <CodeBlock text={call.arguments} label={`Arguments of ${call.name}`} />
        </li>
      ))}
    </ul>
  )
}
