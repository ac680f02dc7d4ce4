import { modelOptions } from '../../features/chat/model/model-list.tsx'
import { ChatPartsProvider } from '../../features/evaluate/chat-parts.ts'
import { EvaluatePage } from '../../features/evaluate/evaluate-page.tsx'
import { part } from '../../ui/feedback/part.tsx'
import { Skeleton } from '../../ui/feedback/states.tsx'

const QUIET = { quiet: true }

/** Settings and responses as the chat has them: no area knows another. */
const PARTS = {
  modelOptions,
  SettingGroups: part(
    () => import('../../features/chat/settings/setting-groups.tsx'),
    'SettingGroups',
    { fallback: <Skeleton lines={8} /> },
  ),
  ResponseText: part(
    () => import('../../features/chat/answer/answer-text-view.tsx'),
    'AnswerTextView',
    QUIET,
  ),
  ResponseView: part(
    () => import('../../features/chat/answer/answer-body.tsx'),
    'AnswerBody',
    QUIET,
  ),
}

const LinkPrompt = part(
  () => import('../../features/chat/answer/link-prompt.tsx'),
  'LinkPrompt',
  QUIET,
)

/** The Evaluate area. */
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
