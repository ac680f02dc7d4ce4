import { modelOptions } from '../../features/chat/model/model-options.tsx'
import { ChatPartsProvider } from '../../features/evaluate/chat-parts.ts'
import { EvaluatePage } from '../../features/evaluate/evaluate-page.tsx'
import { ChunkBoundary } from '../../ui/feedback/chunk-boundary.tsx'
import { lazyComponent } from '../../ui/feedback/lazy-component.ts'

const SettingGroups = lazyComponent(() =>
  import('../../features/chat/settings/setting-groups.tsx').then((m) => m.SettingGroups),
)

const AnswerTextView = lazyComponent(() =>
  import('../../features/chat/answer/answer-text-view.tsx').then((m) => m.AnswerTextView),
)

const AnswerBody = lazyComponent(() =>
  import('../../features/chat/answer/answer-body.tsx').then((m) => m.AnswerBody),
)

const LinkPrompt = lazyComponent(() =>
  import('../../features/chat/answer/link-prompt.tsx').then((m) => m.LinkPrompt),
)

/** The Evaluate area, with settings and responses as the chat has them: no area knows another. */
export function EvaluateArea() {
  return (
    <>
      <ChatPartsProvider value={PARTS}>
        <EvaluatePage />
      </ChatPartsProvider>
      <ChunkBoundary quiet>
        <LinkPrompt />
      </ChunkBoundary>
    </>
  )
}

function ResponseView(props: Pick<React.ComponentProps<typeof AnswerBody>, 'version' | 'run'>) {
  return (
    <ChunkBoundary quiet>
      <AnswerBody {...props} />
    </ChunkBoundary>
  )
}

function ResponseText(props: React.ComponentProps<typeof AnswerTextView>) {
  return (
    <ChunkBoundary quiet>
      <AnswerTextView {...props} />
    </ChunkBoundary>
  )
}

const PARTS = { SettingGroups, ResponseText, ResponseView, modelOptions }
