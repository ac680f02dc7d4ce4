import { lazy, Suspense, useSyncExternalStore } from 'react'

import type { TextSource } from '../../../ui/markdown/text-source.ts'
import { askAboutLink } from './link-prompt-store.ts'
import { loadMarkdown } from './load-markdown.ts'

/** Where the renderer cannot be fetched, the text is shown plainly: an answer is never lost to that. */
const StreamingMarkdown = lazy(() =>
  loadMarkdown().then(
    (module) => ({ default: module.StreamingMarkdown }),
    () => ({ default: PlainText }),
  ),
)

/** A growing text as Markdown; plain for the moment until the renderer is there. */
export function AnswerTextView({ source }: { source: TextSource }) {
  return (
    <Suspense fallback={<PlainText source={source} />}>
      <StreamingMarkdown source={source} onLink={askAboutLink} />
    </Suspense>
  )
}

function PlainText({ source }: { source: TextSource }) {
  const text = useSyncExternalStore(source.subscribe, source.text)
  return <p className="max-w-[72ch] leading-normal break-words whitespace-pre-wrap">{text}</p>
}
