import { lazy, Suspense, useSyncExternalStore } from 'react'

import type { TextSource } from '../../ui/markdown/text-source.ts'

const loadMarkdown = () => import('../../ui/markdown/markdown.tsx')
const StreamingMarkdown = lazy(() =>
  loadMarkdown().then((module) => ({ default: module.StreamingMarkdown })),
)

/** Fetches the Markdown renderer ahead of the first answer. */
export function preloadMarkdown(): void {
  void loadMarkdown()
}

/** A growing text as Markdown; plain for the moment until the renderer is there. */
export function AnswerTextView({ source }: { source: TextSource }) {
  return (
    <Suspense fallback={<PlainText source={source} />}>
      <StreamingMarkdown source={source} />
    </Suspense>
  )
}

function PlainText({ source }: { source: TextSource }) {
  const text = useSyncExternalStore(source.subscribe, source.text)
  return <p className="max-w-[72ch] leading-normal break-words whitespace-pre-wrap">{text}</p>
}
