import { modelOptions } from '../../features/chat/model/model-options.tsx'
import { ChatPartsProvider } from '../../features/evaluate/chat-parts.ts'
import { EvaluatePage } from '../../features/evaluate/evaluate-page.tsx'
import { part } from '../../ui/feedback/part.tsx'

const PARTS = {
  modelOptions,
  SettingGroups: part(
    () => import('../../features/chat/settings/setting-groups.tsx'),
    'SettingGroups',
  ),
  ResponseText: part(
    () => import('../../features/chat/answer/answer-text-view.tsx'),
    'AnswerTextView',
    { quiet: true },
  ),
  ResponseView: part(() => import('../../features/chat/answer/answer-body.tsx'), 'AnswerBody', {
    quiet: true,
  }),
}

const LinkPrompt = part(() => import('../../features/chat/answer/link-prompt.tsx'), 'LinkPrompt', {
  quiet: true,
})

/** The Evaluate area, with settings and responses as the chat has them: no area knows another. */
export function EvaluateArea() {
  return (
    <>
      <ChatPartsProvider value={PARTS}>
        <EvaluatePage />
      </ChatPartsProvider>
      <LinkPrompt />
    </>
  )
}
