import { useEffect, useRef } from 'react'

import { EditForm } from './form/edit-form.tsx'
import { RunLog } from './log/run-log.tsx'
import { OpenInChatContext, type OpenInChat } from './open-in-chat.ts'
import { usePrefill } from './prefill.ts'
import { RunView } from './result/run-view.tsx'
import { followRuns } from './run/runs-store.ts'
import { keepSource } from './source/keep-source.ts'
import { useFileIntake } from './source/use-file-intake.ts'

/** The Image area: what is sent at the left, the result in the middle, every run at the right. */
export function ImagePage({ onOpenInChat }: { onOpenInChat: OpenInChat }) {
  const area = useRef<HTMLDivElement>(null)
  useFileIntake(area)
  useEffect(followRuns, [])
  useEffect(keepSource, [])
  usePrefill()
  return (
    <div ref={area} className="@container min-h-full md:h-full md:min-h-0">
      <div className="flex flex-col @3xl:h-full @3xl:flex-row">
        <div className="flex flex-col border-b bg-surface-1 @3xl:min-h-0 @3xl:w-88 @3xl:shrink-0 @3xl:border-r @3xl:border-b-0">
          <EditForm />
        </div>
        <div className="flex min-w-0 grow flex-col @3xl:overflow-y-auto @5xl:flex-row @5xl:overflow-visible">
          <section
            id="image-result"
            aria-label="Result"
            className="flex min-h-64 min-w-0 grow flex-col p-4 @5xl:overflow-y-auto"
          >
            <OpenInChatContext value={onOpenInChat}>
              <RunView />
            </OpenInChatContext>
          </section>
          <div className="shrink-0 border-t p-3 @5xl:w-60 @5xl:overflow-y-auto @5xl:border-t-0 @5xl:border-l">
            <RunLog />
          </div>
        </div>
      </div>
    </div>
  )
}
