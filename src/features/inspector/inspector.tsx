import Columns2 from 'lucide-react/icons/columns-2'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'

import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import { formatBytes } from '../../core/format/bytes.ts'
import { MAX_EXCHANGES, MAX_SIZE } from '../../core/storage/exchanges/exchanges.ts'
import { inspectorStore, type InspectorTab } from '../../page/inspector-store.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { CodeTab } from './code-tab.tsx'
import { ComparisonView } from './comparison/comparison-view.tsx'
import { CostTab } from './cost-tab.tsx'
import { DeprecationNotes } from './deprecation-notes.tsx'
import { ExchangeLine } from './exchange-line.tsx'
import { ExchangePicker } from './exchange-picker.tsx'
import { ExchangeMenu } from './export/export-dialog.tsx'
import { OpenExchangeFile } from './export/open-exchange-file.tsx'
import { HeadersTab } from './headers-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { RequestActions } from './request-actions.tsx'
import { RequestTab } from './request-tab.tsx'
import { ResponseTab } from './response-tab.tsx'
import { StreamTab } from './stream/stream-tab.tsx'
import { useExchanges, useKeptExchanges, useOpened } from './use-exchanges.ts'

import './inspector.css'

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
  /** Opens a request for editing, in the area it belongs to. */
  onEdit: (exchange: Exchange) => void
}

/** One exchange seen whole, or two side by side. Fills the region "Inspector" that the shell puts it in. */
export function Inspector({ onEdit }: InspectorProps) {
  const { exchangeId, comparedId, tab } = useStore(inspectorStore)
  const exchanges = useExchanges()
  const kept = useKeptExchanges(exchanges.length)
  const exchange =
    exchangeId === undefined
      ? (exchanges.findLast(({ background }) => !background) ?? exchanges.at(-1))
      : exchanges.find(({ id }) => id === exchangeId)
  const compared = exchanges.find(({ id }) => id === comparedId)
  const state = useOpened(exchangeId, exchange !== undefined)
  useOpened(comparedId, compared !== undefined)
  if (state === 'looking') return <Skeleton className="p-3" />
  if (exchange === undefined)
    return (
      <NothingToShow isChosen={exchangeId !== undefined}>
        {kept.length > 0 && (
          <ExchangePicker
            label="Request"
            empty="Select a request"
            {...{ exchanges, kept }}
            chosenId={undefined}
            onChoose={(id) => inspectorStore.setState({ exchangeId: id })}
          />
        )}
      </NothingToShow>
    )
  const isComparing = comparedId !== undefined
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex shrink-0 flex-col gap-2 border-b p-3">
        <div className="flex items-center gap-1">
          {exchanges.length + kept.length > 1 ? (
            <>
              <ExchangePicker
                label="Request"
                empty="Latest request (live)"
                {...{ exchanges, kept }}
                chosenId={exchangeId}
                onChoose={(id) => inspectorStore.setState({ exchangeId: id })}
              />
              <IconButton
                label="Compare with another request"
                aria-pressed={isComparing}
                onClick={() =>
                  inspectorStore.setState({ comparedId: isComparing ? undefined : '' })
                }
              >
                <Columns2 size={15} aria-hidden />
              </IconButton>
            </>
          ) : (
            <span className="grow" />
          )}
          <ExchangeMenu exchange={exchange} />
        </div>
        {isComparing ? (
          <ExchangePicker
            label="Compared request"
            empty="Select a request to compare"
            exchanges={exchanges.filter(({ id }) => id !== exchange.id)}
            kept={kept.filter(({ id }) => id !== exchange.id)}
            chosenId={comparedId}
            onChoose={(id = '') => inspectorStore.setState({ comparedId: id })}
          />
        ) : (
          <>
            <ExchangeLine exchange={exchange} exchanges={exchanges} />
            <RequestActions exchange={exchange} onEdit={onEdit} />
          </>
        )}
      </div>
      <div className="min-h-0 grow">
        {isComparing ? (
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
  )
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
      return <OverviewTab exchange={exchange} />
    case 'request':
      return <RequestTab request={request} />
    case 'response':
      return <ResponseTab exchange={exchange} />
    case 'headers':
      return (
        <>
          <DeprecationNotes exchange={exchange} />
          <HeadersTab
            {...{ headers, providerName, request, startedAt, headersAt: timing.headers }}
            {...(status === undefined ? {} : { status })}
          />
        </>
      )
    case 'stream':
      return <StreamTab exchange={exchange} />
    case 'cost':
      return <CostTab exchange={exchange} exchanges={exchanges} />
    case 'code':
      return <CodeTab request={request} headers={headers} />
  }
}

interface NothingToShowProps {
  isChosen: boolean
  children: ReactNode
}

function NothingToShow({ isChosen, children }: NothingToShowProps) {
  return isChosen ? (
    <EmptyState
      title="Request no longer saved"
      actions={
        <Button onClick={() => inspectorStore.setState({ exchangeId: undefined })}>
          Show latest
        </Button>
      }
    >
      The newest {MAX_EXCHANGES} requests, up to {formatBytes(MAX_SIZE)}, are saved.
    </EmptyState>
  ) : (
    <EmptyState
      title="No requests yet"
      actions={
        <div className="flex w-full flex-col items-center gap-2">
          {children}
          <OpenExchangeFile />
        </div>
      }
    >
      Send a message to inspect its request, response, headers, stream, cost and code.
    </EmptyState>
  )
}
