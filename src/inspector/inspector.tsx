import { useStore } from 'zustand'

import type { Exchange } from '../api/exchange.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { formatDuration } from '../ui/format/duration.ts'
import { Tabs } from '../ui/tabs.tsx'
import { CodeTab } from './code-tab.tsx'
import { CostTab } from './cost-tab.tsx'
import { ExchangePicker } from './exchange-picker.tsx'
import { outcomeWord, statusPhrase, timeOfDay } from './exchange-words.ts'
import { ExchangeMenu } from './export/exchange-menu.tsx'
import { OpenExchangeFile } from './export/open-exchange-file.tsx'
import { HeadersTab } from './headers-tab.tsx'
import { inspectorStore, type InspectorTab } from './inspector-store.ts'
import { RequestTab } from './request-tab.tsx'
import { ResponseTab } from './response-tab.tsx'
import { StreamTab } from './stream-tab.tsx'
import { useExchanges } from './use-exchanges.ts'

const tabs: { id: InspectorTab; label: string }[] = [
  { id: 'request', label: 'Request' },
  { id: 'response', label: 'Response' },
  { id: 'headers', label: 'Headers' },
  { id: 'stream', label: 'Stream' },
  { id: 'cost', label: 'Cost' },
  { id: 'code', label: 'Code' },
]

/** One exchange seen whole. Fills the region "Inspector" that the shell puts it in. */
export function Inspector() {
  const { exchangeId, tab } = useStore(inspectorStore)
  const exchanges = useExchanges()
  const exchange =
    exchangeId === undefined
      ? (exchanges.findLast(({ background }) => !background) ?? exchanges.at(-1))
      : exchanges.find(({ id }) => id === exchangeId)
  if (exchange === undefined) return <NothingToShow isChosen={exchangeId !== undefined} />
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex shrink-0 flex-col gap-2 border-b p-3">
        <div className="flex items-center gap-1">
          <ExchangePicker exchanges={exchanges} chosenId={exchangeId} />
          <ExchangeMenu exchange={exchange} />
        </div>
        <ExchangeLine exchange={exchange} />
      </div>
      <div className="min-h-0 grow">
        <Tabs
          label="Views of the exchange"
          tabs={tabs}
          value={tab}
          onChange={(id) => inspectorStore.setState({ tab: id })}
        >
          <TabContent key={exchange.id} tab={tab} exchange={exchange} exchanges={exchanges} />
        </Tabs>
      </div>
    </div>
  )
}

function ExchangeLine({ exchange }: { exchange: Exchange }) {
  const { request, status, timing, startedAt } = exchange
  const { word, tone } = outcomeWord(exchange)
  const isGood = status === undefined || status < 400
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="font-mono text-xs">
        <span className="font-semibold">{request.method}</span> {request.path}
      </span>
      {status !== undefined && (
        <Badge tone={isGood ? 'good' : 'bad'} title={statusPhrase(status)}>
          {status}
        </Badge>
      )}
      {exchange.fromFile === true && <Badge title="Opened from a file">from a file</Badge>}
      {word !== 'complete' && <Badge tone={tone}>{word}</Badge>}
      {timing.end !== undefined && (
        <span className="text-text-2 tabular-nums">{formatDuration(timing.end)}</span>
      )}
      <span className="ml-auto text-xs text-text-3 tabular-nums">{timeOfDay(startedAt)}</span>
    </p>
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
      return <CodeTab request={request} headers={headers} />
  }
}

function NothingToShow({ isChosen }: { isChosen: boolean }) {
  return isChosen ? (
    <EmptyState
      title="This exchange is no longer kept"
      actions={
        <Button onClick={() => inspectorStore.setState({ exchangeId: undefined })}>
          Show the newest
        </Button>
      }
    >
      Exchanges stay until the page is reloaded, the last 60 of them.
    </EmptyState>
  ) : (
    <EmptyState title="Nothing was sent yet" actions={<OpenExchangeFile />}>
      Send a message, and every byte of the exchange is shown here: request, response, headers,
      stream, cost, and code that repeats it.
    </EmptyState>
  )
}
