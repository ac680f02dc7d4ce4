import { useStore } from 'zustand'

import { forgetDecision } from '../../../core/tools/conversation-settings.ts'
import { chat } from '../../../page/chat.ts'
import { visibleText } from '../../../ui/content/visible-text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'

/** What was allowed and denied in this conversation, and the way to be asked again. */
export function ToolDecisions() {
  const approvals = useStore(
    chat.conversation,
    ({ conversation }) => conversation.tools?.approvals ?? NONE,
  )
  const lasting = approvals.filter(({ decision }) => decision !== 'once')
  if (lasting.length === 0) return null
  return (
    <ul aria-label="Decisions in this conversation" className="flex flex-col text-xs">
      {lasting.map(({ origin, tool, decision }) => (
        <li key={JSON.stringify([origin, tool])} className="flex items-center gap-2 px-1">
          <span className="min-w-0 grow font-mono wrap-anywhere">{visibleText(tool)}</span>
          <Badge tone={decision === 'never' ? 'bad' : 'good'}>
            {decision === 'never' ? 'denied' : 'allowed'}
          </Badge>
          <Button
            variant="ghost"
            aria-label={`Ask again for ${visibleText(tool)}`}
            onClick={() => forgetDecision(chat, { origin, tool })}
          >
            Ask again
          </Button>
        </li>
      ))}
    </ul>
  )
}

const NONE: readonly never[] = []
