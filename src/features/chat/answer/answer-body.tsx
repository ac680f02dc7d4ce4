import { useEffect, useId, useMemo, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useStore, type StoreApi } from 'zustand'

import { isSettled } from '../../../../contract/chat/answer-phase.ts'
import type { Answer } from '../../../../contract/chat/answer.ts'
import { searchDocuments } from '../../../../contract/chat/documents-call.ts'
import { answerNotes } from '../../../core/chat/responses/details/answer-notes.ts'
import type { ChatRun } from '../../../core/client/chat-completion.ts'
import type {
  AnswerMessage,
  AnswerVersion,
} from '../../../core/storage/conversations/conversation.ts'
import { OwnMembersMark } from '../messages/own-members-mark.tsx'
import { AnswerProgress } from './answer-progress.tsx'
import { answerStoreOf, followVersion } from './answer-store.ts'
import { ChoiceColumns } from './choice-columns.tsx'
import { ChoiceView } from './choice-view.tsx'
import { AnswerMetrics } from './details/answer-metrics.tsx'
import { AnswerFailure } from './failure/answer-failure.tsx'
import { sourceElementId, Sources } from './media/sources.tsx'

import './answer-footer.css'

interface AnswerBodyProps {
  /** The message that it belongs to; without one there are no calls to be answered, and no failure to retry. */
  record?: AnswerMessage
  version: AnswerVersion
  /** By which it comes, where it is none of the conversations. */
  run?: ChatRun | undefined
  isLast?: boolean
  /** What can be done with the answer, at the end of its last line. */
  toolbar?: ReactNode
}

/**
 * One version of an answer, live or settled: the same elements in both, so that nothing moves when
 * the last token is in. Must be keyed by the version.
 */
export function AnswerBody({ record, version, run, isLast = false, toolbar }: AnswerBodyProps) {
  const [store] = useState(() => run?.answer ?? answerStoreOf(version))
  useEffect(() => {
    if (run === undefined) followVersion(store, version)
  }, [run, store, version])
  const choices = useStore(store, (answer) => answer.choices.length)
  const settled = useStore(store, (answer) => isSettled(answer.phase))
  const failure = useStore(store, (answer) => answer.failure)
  const citations = useStore(store, (answer) => answer.citations)
  const calls = useStore(store, (answer) => answer.choices[0]?.toolCalls)
  const documents = useMemo(() => (calls ?? []).flatMap(searchDocuments), [calls])
  const [sourcesOpen, setSourcesOpen] = useState(false)
  const panel = useId()
  const cited = citations.length > 0 ? citations : documents

  const jumpToSource = (index: number) => {
    flushSync(() => setSourcesOpen(true))
    document.getElementById(sourceElementId(panel, index))?.focus()
  }
  const choiceView = (index: number) => (
    <ChoiceView
      {...(record && { record })}
      store={store}
      index={index}
      version={version}
      sources={cited.length}
      onCitation={jumpToSource}
    />
  )
  return (
    <div className="flex flex-col gap-3">
      {choices > 1 && record !== undefined ? (
        <ChoiceColumns
          record={record}
          version={version}
          count={choices}
          settled={settled}
          choiceView={choiceView}
        />
      ) : (
        choices > 0 && choiceView(0)
      )}
      {cited.length > 0 && (
        <Sources
          id={panel}
          kind={citations.length > 0 ? 'Sources' : 'Documents'}
          searching={!settled}
          sources={cited}
          open={sourcesOpen}
          onToggle={setSourcesOpen}
        />
      )}
      {citations.length > 0 && documents.length > 0 && (
        <Sources kind="Documents" sources={documents} />
      )}
      {failure !== undefined && record !== undefined && (
        <AnswerFailure record={record} version={version} failure={failure} canRepeat={isLast} />
      )}
      {settled && <AnswerNotes store={store} version={version} />}
      <div className="answer-footer">
        {settled ? (
          <>
            <AnswerMetrics store={store} version={version} />
            {record !== undefined && <OwnMembersMark version={version} />}
          </>
        ) : (
          <AnswerProgress store={store} version={version} run={run} />
        )}
        {toolbar}
      </div>
    </div>
  )
}

/** What a reader should know about a settled answer, in a line each. */
function AnswerNotes({ store, version }: { store: StoreApi<Answer>; version: AnswerVersion }) {
  const notes = answerNotes(useStore(store), version)
  if (notes.length === 0) return null
  return (
    <ul aria-label="Notes" className="flex flex-col gap-1 text-sm">
      {notes.map(({ key, text, quiet }) => (
        <li key={key} className={`break-words ${quiet ? 'text-text-3' : 'text-warn'}`}>
          {text}
        </li>
      ))}
    </ul>
  )
}
