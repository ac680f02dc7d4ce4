import { useState } from 'react'
import { useStore, type StoreApi } from 'zustand'

import { isSettled } from '../../../../contract/chat/answer-phase.ts'
import type { Answer } from '../../../../contract/chat/answer.ts'
import { isSearchDocuments } from '../../../../contract/chat/documents-call.ts'
import { formatDuration } from '../../../core/format/duration.ts'
import type {
  AnswerMessage,
  AnswerVersion,
} from '../../../core/storage/conversations/conversation.ts'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { GrowingCode } from '../../../ui/content/growing-code.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { ChunkBoundary } from '../../../ui/feedback/chunk-boundary.tsx'
import { lazyComponent } from '../../../ui/feedback/lazy-component.ts'
import { loadStructuredAnswer } from '../lazy.ts'
import { ToolCalls } from '../tools/tool-calls.tsx'
import { answerText } from './answer-store.ts'
import { AnswerTextView } from './answer-text-view.tsx'
import { TokenProbabilities } from './details/token-probabilities.tsx'
import { MediaList } from './media/media-list.tsx'

const StructuredAnswer = lazyComponent(() =>
  loadStructuredAnswer().then((module) => module.StructuredAnswer),
)

interface ChoiceViewProps {
  record?: AnswerMessage
  store: StoreApi<Answer>
  index: number
  version: AnswerVersion
  /** How many sources citation markers can point to. */
  sources: number
  onCitation: (source: number) => void
}

/** One choice of an answer: what was thought, said, shown and called. */
export function ChoiceView({
  record,
  store,
  index,
  version,
  sources,
  onCitation,
}: ChoiceViewProps) {
  const [content] = useState(() => answerText(store, index, 'content'))
  const settled = useStore(store, ({ phase }) => isSettled(phase))
  const finished = useStore(store, ({ phase }) => phase === 'finished')
  const hasReasoning = useStore(store, ({ choices }) => (choices[index]?.reasoning ?? '') !== '')
  const hasText = useStore(store, ({ choices }) => (choices[index]?.content ?? '') !== '')
  const calls = useStore(store, ({ choices }) => choices[index]?.toolCalls)
  const refusal = useStore(store, ({ choices }) => choices[index]?.refusal)
  const media = useStore(store, ({ choices }) => choices[index]?.media)
  const logprobs = useStore(store, ({ choices, phase }) =>
    isSettled(phase) ? choices[index]?.logprobs : undefined,
  )
  const [showsTokens, setShowsTokens] = useState(false)
  const asksForCalls = calls?.some((call) => !isSearchDocuments(call)) ?? false
  const format = version.asked?.response_format
  const structured = format !== undefined && format.type !== 'text'

  const text = () => {
    if (!structured)
      return <AnswerTextView source={content} sources={sources} onCitation={onCitation} />
    if (!finished || !hasText) return <GrowingCode source={content} label="Response so far" />
    return (
      <ChunkBoundary quiet fallback={<GrowingCode source={content} label="Response" />}>
        <StructuredAnswer source={content} format={format} />
      </ChunkBoundary>
    )
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {hasReasoning && <ReasoningBlock store={store} choice={index} />}
      {showsTokens && logprobs !== undefined ? <TokenProbabilities tokens={logprobs} /> : text()}
      {refusal !== undefined && (
        <section aria-label="Refusal" className="border-l-2 border-warn pl-3">
          <p className="text-xs text-warn">The model declined:</p>
          <p className="break-words whitespace-pre-wrap">{refusal}</p>
        </section>
      )}
      {media !== undefined && <MediaList media={media} settled={settled} />}
      {calls !== undefined && asksForCalls && (
        <ToolCalls {...(record && { record })} calls={calls} choice={index} store={store} />
      )}
      {(logprobs?.length ?? 0) > 0 && (
        <span>
          <Button aria-pressed={showsTokens} onClick={() => setShowsTokens(!showsTokens)}>
            Token probabilities
          </Button>
        </span>
      )}
    </div>
  )
}

/** What the model thought before it answered, folded away. */
function ReasoningBlock({ store, choice }: { store: StoreApi<Answer>; choice: number }) {
  const [source] = useState(() => answerText(store, choice, 'reasoning'))
  const thinking = useStore(
    store,
    ({ phase, choices }) => !isSettled(phase) && (choices[choice]?.content ?? '') === '',
  )
  const duration = useStore(store, ({ timing: { firstToken, firstContent, end } }) =>
    firstToken === undefined ? undefined : (firstContent ?? end ?? firstToken) - firstToken,
  )
  const took = duration !== undefined && duration > 0 ? ` ${formatDuration(duration)}` : ''
  return (
    <Disclosure
      label="Reasoning"
      summary={<span className="text-text-2">{thinking ? 'Reasoning…' : `Reasoning${took}`}</span>}
    >
      <div className="mt-1 ml-2.5 border-l-2 pl-3 text-sm text-text-2">
        <AnswerTextView source={source} />
      </div>
    </Disclosure>
  )
}
