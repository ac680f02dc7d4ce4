import { useSyncExternalStore } from 'react'

import { part } from '../../../ui/feedback/part.tsx'
import type { TextSource } from '../../../ui/markdown/view/block-stream.ts'
import { askAboutLink } from './link-prompt-store.ts'

/** Where the renderer cannot be fetched, the text is shown plainly: an answer is never lost to that. */
const StreamingMarkdown = part(
  () => import('../../../ui/markdown/view/markdown.tsx'),
  'StreamingMarkdown',
  { fallback: ({ source }) => <PlainText source={source} />, quiet: true },
)

interface AnswerTextViewProps {
  source: TextSource
  sources?: number
  onCitation?: (source: number) => void
}

/** A growing text as Markdown; plain for the moment until the renderer is there. */
export function AnswerTextView({ source, sources = 0, onCitation }: AnswerTextViewProps) {
  return (
    <StreamingMarkdown
      source={source}
      onLink={askAboutLink}
      sources={sources}
      {...(onCitation === undefined ? {} : { onCitation })}
    />
  )
}

function PlainText({ source }: Pick<AnswerTextViewProps, 'source'>) {
  const text = useSyncExternalStore(source.subscribe, source.text)
  return <p className="max-w-[68ch] leading-normal break-words whitespace-pre-wrap">{text}</p>
}
