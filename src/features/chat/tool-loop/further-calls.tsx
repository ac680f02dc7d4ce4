import { useStore } from 'zustand'

import { enableToolSource } from '../../../core/tools/conversation-settings.ts'
import { CANNED, SNIPPETS } from '../../../core/tools/sources/local-sources.ts'
import { chat } from '../../../page/chat.ts'
import { cannedResults, toolSnippets } from '../../../page/tools/tool-answers.ts'
import { Button } from '../../../ui/controls/button.tsx'

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
