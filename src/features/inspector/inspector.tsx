import Columns2 from 'lucide-react/icons/columns-2'
import Pin from 'lucide-react/icons/pin'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'

import { latestRequest } from '../../core/chat/responses/runs.ts'
import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import { formatBytes } from '../../core/format/units.ts'
import { pacedStore } from '../../core/inspector/paced-store.ts'
import { requestEntry } from '../../core/inspector/request-list.ts'
import {
  listExchanges,
  MAX_EXCHANGES,
  MAX_SIZE,
  readExchange,
  type SavedSummary,
} from '../../core/storage/exchanges/exchanges.ts'
import { chat } from '../../page/chat.ts'
import { client } from '../../page/client.ts'
import { inspectorStore, type InspectorTab, showRequest } from '../../page/inspector-store.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { part } from '../../ui/feedback/part.tsx'
import { EmptyState, Skeleton } from '../../ui/feedback/states.tsx'
import { useLoaded } from '../../ui/hooks/use-loaded.ts'
import { CostTab } from './cost-tab.tsx'
import { ExchangeLine, RequestActions } from './exchange-line.tsx'
import { ExchangeMenu, LeftOutOfFile, OpenExchangeFile } from './export-dialog.tsx'
import { HeadersTab } from './headers-tab.tsx'
import { RequestTab, ResponseTab } from './message-tabs.tsx'

import './inspector.css'
import { OverviewTab } from './overview-tab.tsx'
import { RequestList, RequestPicker } from './request-list.tsx'
import { StreamTab } from './stream/stream-tab.tsx'

const CodeTab = part(() => import('./code-tab.tsx'), 'CodeTab', {
  fallback: <Skeleton className="p-3" />,
})
const ComparisonView = part(() => import('./comparison/comparison-view.tsx'), 'ComparisonView', {
  fallback: <Skeleton className="p-3" />,
})

const tabs: { id: InspectorTab; label: string }[] = [
  { id: 'overview', label: 'Overview' },
  { id: 'request', label: 'Request' },
  { id: 'response', label: 'Response' },
  { id: 'headers', label: 'Headers' },
  { id: 'stream', label: 'Stream' },
  { id: 'cost', label: 'Cost' },
  { id: 'code', label: 'Code' },
]

interface InspectorProps {
  onEdit: (exchange: Exchange) => void
}

/** From this width on, px, the list of requests stands beside the one that is shown. */
const ROOM_FOR_LIST = 600

/** One request seen whole, or two side by side. Fills the region "Inspector" that the shell puts it in. */
export function Inspector({ onEdit }: InspectorProps) {
  const { exchangeId, comparedId, tab } = useStore(inspectorStore)
  const [frame, isRoomy] = useRoomFor(ROOM_FOR_LIST)
  const exchanges = useExchanges()
  const saved = useKeptExchanges(exchanges.length)
  const latestId = useStore(chat.conversation, ({ messages }) => latestRequest(exchanges, messages))
  const shownId = exchangeId ?? latestId
  const exchange = exchanges.find(({ id }) => id === shownId)
  const compared = exchanges.find(({ id }) => id === comparedId)
  const state = useOpened(shownId, exchange !== undefined)
  useOpened(comparedId, compared !== undefined)
  const isComparing = comparedId !== undefined && exchange !== undefined
  const list = {
    label: 'Requests',
    exchanges,
    saved,
    currentId: shownId,
    onChoose: showRequest,
    follow: {
      isOn: exchangeId === undefined,
      start: () =>
        inspectorStore.setState({
          exchangeId: exchangeId === undefined ? exchange?.id : undefined,
        }),
    },
  }
  const hasChoice = exchanges.length + saved.length > (exchange === undefined ? 0 : 1)
  const icons = exchange !== undefined && (
    <div className="flex shrink-0 items-center">
      {exchangeId !== undefined && !isComparing && (
        <IconButton
          label="Pinned: follow latest request"
          aria-pressed
          onClick={() => showRequest(undefined)}
        >
          <Pin size={15} aria-hidden />
        </IconButton>
      )}
      {hasChoice && (
        <IconButton
          label="Compare with another request"
          aria-pressed={isComparing}
          onClick={() =>
            inspectorStore.setState(
              // What is compared stays, whatever is sent meanwhile.
              isComparing ? { comparedId: undefined } : { comparedId: '', exchangeId: exchange.id },
            )
          }
        >
          <Columns2 size={15} aria-hidden />
        </IconButton>
      )}
      <ExchangeMenu exchange={exchange} />
    </div>
  )
  return (
    <div ref={frame} className="flex h-full min-h-0">
      {isRoomy && hasChoice && <RequestList {...list} className="w-52 shrink-0 bg-surface-2" />}
      <div className="flex min-w-0 grow flex-col">
        <div className="flex shrink-0 flex-col gap-2 px-3 py-2 empty:hidden">
          <LeftOutOfFile />
          {!isRoomy && (hasChoice || icons) && (
            <div className="flex items-center gap-1">
              {hasChoice && (
                <RequestPicker
                  {...list}
                  name="Request"
                  empty="Select a request"
                  current={exchange && requestEntry(exchange)}
                />
              )}
              <span className="ml-auto">{icons}</span>
            </div>
          )}
          {exchange !== undefined && (
            <div className="flex items-center gap-1">
              {isComparing ? (
                <RequestPicker
                  name="Compared request"
                  label="Requests to compare"
                  empty="Select a request to compare"
                  exchanges={exchanges.filter(({ id }) => id !== exchange.id)}
                  saved={saved.filter(({ id }) => id !== exchange.id)}
                  currentId={comparedId}
                  current={compared && requestEntry(compared)}
                  onChoose={(id) => inspectorStore.setState({ comparedId: id })}
                />
              ) : (
                <ExchangeLine exchange={exchange} exchanges={exchanges} />
              )}
              {isRoomy && icons}
            </div>
          )}
          {exchange !== undefined && !isComparing && (
            <RequestActions exchange={exchange} onEdit={onEdit} />
          )}
        </div>
        <div className="min-h-0 grow">
          {state === 'looking' ? (
            <Skeleton className="p-3" />
          ) : exchange === undefined ? (
            <NothingToShow
              isGone={state === 'gone'}
              isPinned={exchangeId !== undefined}
              hasChoice={saved.length > 0 || exchanges.some(({ background }) => !background)}
            />
          ) : isComparing ? (
            <Comparison exchange={exchange} compared={compared} />
          ) : (
            <Tabs
              label="Request views"
              tabs={tabs}
              value={tab}
              onChange={(id) => inspectorStore.setState({ tab: id })}
            >
              <TabContent key={exchange.id} tab={tab} exchange={exchange} exchanges={exchanges} />
            </Tabs>
          )}
        </div>
      </div>
    </div>
  )
}

/** Whether an element is at least so wide (px), followed as it changes. */
function useRoomFor(width: number) {
  const [isRoomy, setRoomy] = useState(false)
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined
      const measure = () => setRoomy(element.clientWidth >= width)
      measure()
      const observer = new ResizeObserver(measure)
      observer.observe(element)
      return () => observer.disconnect()
    },
    [width],
  )
  return [ref, isRoomy] as const
}

interface ComparisonProps {
  exchange: Exchange
  compared: Exchange | undefined
}

function Comparison({ exchange, compared }: ComparisonProps) {
  if (compared === undefined)
    return (
      <p className="p-3 text-text-2">
        Two requests side by side: settings, response, timing and cost.
      </p>
    )
  const isLater = compared.startedAt <= exchange.startedAt
  return (
    <ComparisonView before={isLater ? compared : exchange} after={isLater ? exchange : compared} />
  )
}

interface TabContentProps {
  tab: InspectorTab
  exchange: Exchange
  exchanges: readonly Exchange[]
}

function TabContent({ tab, exchange, exchanges }: TabContentProps) {
  const { request, headers, providerName, status, startedAt, timing } = exchange
  switch (tab) {
    case 'overview':
      return <OverviewTab exchange={exchange} exchanges={exchanges} />
    case 'request':
      return <RequestTab request={request} />
    case 'response':
      return <ResponseTab exchange={exchange} />
    case 'headers':
      return (
        <HeadersTab
          {...{ headers, providerName, request, startedAt, headersAt: timing.headers }}
          {...(status === undefined ? {} : { status })}
        />
      )
    case 'stream':
      return <StreamTab exchange={exchange} />
    case 'cost':
      return <CostTab exchange={exchange} exchanges={exchanges} />
    case 'code':
      return <CodeTab exchange={exchange} />
  }
}

interface NothingToShowProps {
  /** One was to be shown, and is not kept any more. */
  isGone: boolean
  isPinned: boolean
  /** There are others to choose from. */
  hasChoice: boolean
}

function NothingToShow({ isGone, isPinned, hasChoice }: NothingToShowProps) {
  return isGone ? (
    <EmptyState
      title="Request no longer saved"
      actions={isPinned && <Button onClick={() => showRequest(undefined)}>Show latest</Button>}
    >
      The newest {MAX_EXCHANGES} requests, up to {formatBytes(MAX_SIZE)}, are saved.
    </EmptyState>
  ) : (
    <EmptyState
      title={hasChoice ? 'No request selected' : 'No requests yet'}
      actions={<OpenExchangeFile />}
    >
      Send a message to inspect its request, response, headers, stream, cost and code.
    </EmptyState>
  )
}

/** Nobody reads a growing list faster than ten times a second; every frame would cost five times as much. */
const view = pacedStore(client.exchanges.store, 100)

/** Every exchange that is kept, oldest first, with at most ten changes a second. */
function useExchanges(): readonly Exchange[] {
  const { byId, order } = useSyncExternalStore(view.subscribe, view.getState)
  return order.flatMap((id) => byId[id] ?? [])
}

/** Brings a kept exchange into the page; `looking` until it is there or known to be gone. */
function useOpened(id: string | undefined, isThere: boolean): 'looking' | 'gone' | 'there' {
  const [gone, setGone] = useState<string>()
  const isSought = id !== undefined && id !== '' && !isThere
  useEffect(() => {
    if (!isSought) return
    void openKept(id).then((found) => setGone(found ? undefined : id))
  }, [id, isSought])
  return isSought ? (gone === id ? 'gone' : 'looking') : 'there'
}

/** False when it is no longer kept or cannot be read; never rejects. */
async function openKept(id: string): Promise<boolean> {
  if (client.exchanges.store.getState().byId[id] !== undefined) return true
  const stored = await readExchange(id).catch(() => undefined)
  const part = await import('../../core/inspector/export/parse-exchange.ts').catch(() => undefined)
  const exchange = part?.parseExchange(stored)
  if (exchange === undefined) return false
  client.exchanges.restore({ ...exchange, id, fromHistory: true })
  return true
}

/** Most kept exchanges that are offered. */
const OFFERED = 100

const NONE: readonly SavedSummary[] = []

/** The newest exchanges that this browser keeps; empty until read. Read anew when `key` changes. */
function useKeptExchanges(key: unknown): readonly SavedSummary[] {
  // Where storage is refused, nothing is kept.
  const kept = useLoaded(() => listExchanges().catch(() => NONE), [key]) ?? NONE
  return useMemo(() => kept.slice(0, OFFERED), [kept])
}
