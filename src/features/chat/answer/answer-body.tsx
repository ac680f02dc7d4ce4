import './answer-footer.css'
import CornerUpLeft from 'lucide-react/icons/corner-up-left'
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { type StoreApi, useStore } from 'zustand'

import { type Answer, isSettled } from '../../../../contract/chat/answer.ts'
import { searchDocuments } from '../../../../contract/chat/documents-call.ts'
import { NO_ANSWER } from '../../../../contract/chat/no-answer.ts'
import type { Failure } from '../../../../contract/errors/failure.ts'
import { selectChoice } from '../../../core/chat/conversation/answer-versions.ts'
import { answerNotes } from '../../../core/chat/details/answer-notes.ts'
import { isMadeBy, ownMembers } from '../../../core/chat/request/request-body.ts'
import type { ChatRun } from '../../../core/client/chat-completion.ts'
import {
  type AnswerMessage,
  type AnswerVersion,
  selectedChoice,
} from '../../../core/storage/conversations/conversation.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { usePopover } from '../../../ui/overlays/popover.ts'
import { FailureNotice } from '../../failures/failure-notice.tsx'
import { chatViewStore, NO_FAULTS } from '../chat-view-store.ts'
import { ConnectOwn } from '../starters/connect-own.tsx'
import { answerStoreOf, followVersion } from './answer-store.ts'
import { AnswerMetrics, AnswerProgress } from './answer-strip.tsx'
import { ChoiceView } from './choice-view.tsx'
import { NextSteps } from './next-steps.tsx'
import { sourceElementId, Sources } from './sources.tsx'

interface AnswerBodyProps {
  /** The message that it belongs to; without one there are no calls to be answered, and no failure to retry. */
  record?: AnswerMessage
  version: AnswerVersion
  run?: ChatRun | undefined
  isLast?: boolean
  toolbar?: ReactNode
}

/** One version of an answer, the same elements live or settled. Must be keyed by the version. */
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
        <ChoiceList
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
      {settled && isLast && <OwnModel store={store} />}
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

function OwnModel({ store }: { store: StoreApi<Answer> }) {
  const kind = useStore(client.connections.store, (state) => state.connection?.kind)
  const content = useStore(store, ({ choices }) => choices[0]?.content ?? '')
  if (kind === 'remote' || !NO_ANSWER.some((opening) => content.startsWith(opening))) return null
  return (
    <p className="*:bg-surface-2">
      <ConnectOwn />
    </p>
  )
}

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

interface AnswerFailureProps {
  record: AnswerMessage
  version: AnswerVersion
  failure: Failure
  /** Only the last answer can be asked for again from here. */
  canRepeat: boolean
}

function AnswerFailure(props: AnswerFailureProps) {
  const { record, version, failure, canRepeat } = props
  useEffect(() => {
    if (!canRepeat || failure.kind !== 'invalid_request') return undefined
    const { settings } = chat.conversation.getState().conversation
    const serviceFaults = { issues: failure.issues, settings }
    chatViewStore.setState({ serviceFaults, wantedSetting: undefined })
    return () =>
      chatViewStore.setState((now) =>
        now.serviceFaults === serviceFaults ? { serviceFaults: NO_FAULTS } : {},
      )
  }, [canRepeat, failure])
  return (
    <FailureNotice
      failure={failure}
      exchangeId={version.exchangeId}
      actions={
        canRepeat ? (
          <NextSteps record={record} model={version.model} failure={failure} />
        ) : undefined
      }
    />
  )
}

/** A quiet mark under a response that holds something for its own model alone: what, and whether it is sent back. */
function OwnMembersMark({ version }: { version: AnswerVersion }) {
  const model = useStore(chat.conversation, ({ conversation }) => conversation.model)
  const baseUrl = useStore(client.connections.store, (state) => state.connection?.baseUrl)
  const { buttonProps, popoverProps } = usePopover()
  const choice = selectedChoice(version)
  const names = choice === undefined ? [] : ownMembers(choice)
  if (names.length === 0) return null
  const label = isMadeBy(version, { model, baseUrl })
    ? 'Sent back to this model as received'
    : `Not sent ${isMadeBy(version, { model }) ? 'to another base URL' : 'to another model'}`
  return (
    <>
      <button
        {...buttonProps}
        type="button"
        aria-label={label}
        title={label}
        className="rounded-md px-1.5 text-text-3 target hover:bg-surface-2"
      >
        <CornerUpLeft size={14} aria-hidden />
      </button>
      <div
        {...popoverProps}
        role="note"
        aria-label="Sent back"
        className="float max-w-72 rounded-md bg-raised p-3 text-sm text-text-2 shadow-float"
      >
        <p className="break-words">{`${label}: ${names.join(', ')}.`}</p>
        <p className="mt-1 text-text-3">
          Shared links, saved cases and converted messages omit it.
        </p>
      </div>
    </>
  )
}

interface ChoiceListProps {
  record: AnswerMessage
  version: AnswerVersion
  count: number
  /** While the answer is coming nothing can be chosen. */
  settled: boolean
  choiceView: (index: number) => ReactNode
}

function ChoiceList(props: ChoiceListProps) {
  const { record, version, count, settled, choiceView } = props
  const name = useId()
  const kept = Math.min(version.kept ?? 0, count - 1)
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="sr-only">Choice to continue with</legend>
      {Array.from({ length: count }, (_, index) => (
        <section
          key={index}
          aria-label={`Choice ${index + 1}`}
          className="flex min-w-0 flex-col gap-2 rounded-md border p-3"
        >
          <label className="flex items-center gap-2 text-sm target">
            <input
              type="radio"
              name={name}
              checked={index === kept}
              disabled={!settled}
              aria-label={`Continue with choice ${index + 1}`}
              className="accent-accent"
              onChange={() => selectChoice(chat, record.id, version.id, index)}
            />
            Choice {index + 1}
            {index === kept && <Badge tone="accent">used for the next turn</Badge>}
          </label>
          {choiceView(index)}
        </section>
      ))}
    </fieldset>
  )
}
