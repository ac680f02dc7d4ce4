import { EvaluatePage } from '../../features/evaluate/evaluate-page.tsx'
import { ChunkBoundary } from '../../ui/feedback/chunk-boundary.tsx'
import { linkPrompt, responseText, settingGroups } from '../lazy.ts'

/** The Evaluate area, with settings and responses as the chat has them: no area knows another. */
export function EvaluateArea() {
  return (
    <>
      <EvaluatePage settingGroups={settingGroups.Part} responseText={ResponseText} />
      <ChunkBoundary quiet>
        <linkPrompt.Part />
      </ChunkBoundary>
    </>
  )
}

function ResponseText(props: React.ComponentProps<typeof responseText.Part>) {
  return (
    <ChunkBoundary quiet>
      <responseText.Part {...props} />
    </ChunkBoundary>
  )
}
