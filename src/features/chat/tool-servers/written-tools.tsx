import X from 'lucide-react/icons/x'
import { useStore } from 'zustand'

import { enableToolSource } from '../../../core/tools/conversation-settings.ts'
import { SNIPPETS } from '../../../core/tools/sources/local-sources.ts'
import { wireTools } from '../../../core/tools/wire-tools.ts'
import { chat } from '../../../page/chat.ts'
import { cannedResults } from '../../../page/tools/canned-results.ts'
import { visibleText } from '../../../ui/content/visible-text.ts'
import { IconButton } from '../../../ui/controls/button.tsx'

const RESULT_FROM = {
  mcp: 'server',
  snippet: 'snippet',
  canned: 'canned result',
  by_hand: 'your result',
}

/** The functions of the request itself, each with what its result comes from. */
export function WrittenTools() {
  const { settings, tools } = useStore(chat.conversation, ({ conversation }) => conversation)
  const { list } = useStore(chat.toolSources)
  return wireTools(settings, tools, list)
    .filter(({ isWritten }) => isWritten)
    .map(({ wire, source }, index) => {
      const kind = source?.kind ?? 'by_hand'
      return (
        // oxlint-disable-next-line react/no-array-index-key -- two may have one name
        <li key={index} className="flex items-center gap-2 px-1 pl-7">
          <span className="min-w-0 grow font-mono text-xs wrap-anywhere">{visibleText(wire)}</span>
          <span className="text-xs text-text-3">{RESULT_FROM[kind]}</span>
          {(kind === 'canned' || kind === 'snippet') && (
            <IconButton
              label={`Enter results of ${wire} manually`}
              onClick={() =>
                kind === 'canned'
                  ? cannedResults.save(wire, '')
                  : enableToolSource(chat, SNIPPETS, false)
              }
            >
              <X size={14} aria-hidden />
            </IconButton>
          )}
        </li>
      )
    })
}
