import ArrowLeft from 'lucide-react/icons/arrow-left'
import Plus from 'lucide-react/icons/plus'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { columnDifferences } from '../../../core/chat/compare/column-differences.ts'
import { compareVerdicts } from '../../../core/chat/compare/column-verdicts.ts'
import { isTouched, presentColumns, lastVersion } from '../../../core/chat/compare/columns.ts'
import {
  addColumn,
  openComparison,
  startComparison,
} from '../../../core/chat/compare/comparison.ts'
import { syncComparison } from '../../../core/chat/compare/sync-comparison.ts'
import '../sending.ts'
import { runningVersions } from '../../../core/chat/responses/runs.ts'
import { currentSetup, setupKey } from '../../../core/chat/setup/current-setup.ts'
import { MAX_COLUMNS } from '../../../core/storage/conversations/conversation.ts'
import { chat } from '../../../page/chat.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { Tabs } from '../../../ui/controls/tabs.tsx'
import { ChunkBoundary } from '../../../ui/feedback/chunk-boundary.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { lazyComponent } from '../../../ui/feedback/lazy-component.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { useLocation } from '../../../ui/hooks/location.tsx'
import { useMedia, WIDE_SCREEN } from '../../../ui/hooks/use-media.ts'
import { linkPromptStore } from '../answer/link-prompt-store.ts'
import { dropTarget } from '../attachments/attach/drop-files.ts'
import { persistDrafts } from '../drafts/follow-draft.ts'
import { loadLinkPrompt } from '../lazy.ts'
import { CompareComposer } from './compare-composer.tsx'
import { ComparisonColumn } from './comparison-column.tsx'
import { DeletedComparison } from './deleted-columns.tsx'

const LinkPrompt = lazyComponent(() => loadLinkPrompt().then((module) => module.LinkPrompt))

/** Two to four setups answering the same message side by side. Without an id: a new comparison. */
export function ComparePage({ comparisonId }: { comparisonId: string | undefined }) {
  useComparisonOfAddress(comparisonId)
  useEffect(persistDrafts, [])
  useEffect(() => syncComparison(chat), [])
  const comparison = useStore(chat.comparison)
  const { status, columns, linked } = comparison
  const live = useStore(chat.runs)
  const isDeleted =
    columns.length > 0 &&
    presentColumns(comparison).length === 0 &&
    columns.every(({ messages }) => runningVersions(messages, live).length === 0)
  const askedAboutLink = useStore(linkPromptStore, ({ url }) => url !== undefined)
  return (
    <div className="flex h-full min-h-0 min-w-0 flex-col" {...dropTarget}>
      <header className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b px-2 py-1">
        <BackToChat />
        <h2 className="font-semibold">Compare</h2>
        <Segmented
          label="Settings of the columns"
          options={linkOptions}
          value={linked ? 'linked' : 'separate'}
          onChange={(value) => chat.comparison.setState({ linked: value === 'linked' })}
          className="ml-auto"
        />
        <Button disabled={columns.length >= MAX_COLUMNS} onClick={() => addColumn(chat)}>
          <Plus size={14} aria-hidden /> Column
        </Button>
      </header>
      {status === 'missing' ? (
        <EmptyState title="Comparison not found">
          It was deleted or created in another browser.
        </EmptyState>
      ) : isDeleted ? (
        <DeletedComparison conversationIds={columns.map(({ conversation }) => conversation.id)} />
      ) : (
        <>
          {status === 'loading' ? <Skeleton lines={4} className="grow p-6" /> : <Columns />}
          <CompareComposer />
        </>
      )}
      {askedAboutLink && (
        <ChunkBoundary>
          <LinkPrompt />
        </ChunkBoundary>
      )}
    </div>
  )
}

const linkOptions = [
  { value: 'linked', label: 'Linked' },
  { value: 'separate', label: 'Separate' },
] as const

function BackToChat() {
  const [, navigate] = useLocation()
  return (
    <IconButton label="Back to chat" onClick={() => navigate('/chat')}>
      <ArrowLeft size={16} aria-hidden />
    </IconButton>
  )
}

/** Side by side where there is room, one at a time behind tabs where there is not. */
function Columns() {
  const isWide = useMedia(WIDE_SCREEN)
  const columns = useStore(chat.comparison, (state) => state.columns)
  const deleted = useStore(chat.comparison, (state) => state.deleted)
  const [chosen, setChosen] = useState<string>()
  const present = presentColumns({ columns, deleted })
  const verdicts = compareVerdicts(present.map((column) => lastVersion(column)?.answer))
  const differences = columnDifferences(present)
  const views = columns.map((column, index) => {
    const at = present.indexOf(column)
    return (
      <ComparisonColumn
        key={column.conversation.id}
        column={column}
        number={index + 1}
        differences={differences.map(({ field, values }) => ({ field, value: values[at] }))}
        verdicts={verdicts[at] ?? []}
      />
    )
  })
  if (isWide)
    return (
      <div className="grid min-h-0 grow auto-cols-[minmax(16rem,1fr)] grid-flow-col divide-x overflow-x-auto">
        {views}
      </div>
    )
  const current = columns.find(({ conversation }) => conversation.id === chosen) ?? columns[0]
  const at = current === undefined ? -1 : columns.indexOf(current)
  return (
    <div className="min-h-0 grow">
      <Tabs
        label="Columns"
        tabs={columns.map(({ conversation }, index) => ({
          id: conversation.id,
          label: `${index + 1} · ${conversation.model}`,
        }))}
        value={current?.conversation.id ?? ''}
        onChange={setChosen}
      >
        {views[at]}
      </Tabs>
    </div>
  )
}

/**
 * Keeps the address and the comparison in step: an id opens that comparison; no id begins one, from
 * the conversation on the screen, and gets its id once something was sent.
 */
function useComparisonOfAddress(comparisonId: string | undefined): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    if (comparisonId === undefined) startFromConversation()
    else void openComparison(chat, comparisonId)
    // A new one gets its address once it is run; also in the place of one that was not stored.
    return chat.comparison.subscribe(({ id, columns }) => {
      if (id !== comparisonId && columns.some(isTouched))
        navigate(`/chat/compare-${id}`, { replace: true })
    })
  }, [comparisonId, navigate])
}

/**
 * Begins a comparison of the chat's own setup with the same one on another model, unless one that
 * was not run yet stands ready beside this very setup.
 */
function startFromConversation(): void {
  const comparison = chat.comparison.getState()
  const { columns, draft, beside } = comparison
  const isWaiting = columns.length > 0 && !columns.some(isTouched)
  const { headers } = chat.conversation.getState().conversation
  const setup = { ...currentSetup(chat), headers }
  const present = setupKey(chat)
  if (isWaiting && beside === present) return
  const other = setup.model === 'fastest' ? 'default' : 'fastest'
  // A message that was written and not run is still wanted, also when all columns were deleted.
  const keepsDraft = isWaiting || presentColumns(comparison).length === 0
  startComparison(chat, [setup, { ...setup, model: other }], {
    beside: present,
    draft: keepsDraft ? draft : '',
  })
}
