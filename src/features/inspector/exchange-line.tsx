import ChevronDown from 'lucide-react/icons/chevron-down'
import Pencil from 'lucide-react/icons/pencil'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Square from 'lucide-react/icons/square'
import { useState } from 'react'
import { useStore } from 'zustand'

import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import { formatDateTime } from '../../core/format/units.ts'
import { type CodeLanguage, codeLanguagesFor } from '../../core/inspector/code/code-languages.ts'
import { outcomeWord, statusPhrase } from '../../core/inspector/exchange-text.ts'
import { changeSinceBefore } from '../../core/inspector/headers.ts'
import { whyNotResendable } from '../../core/inspector/why-not-resendable.ts'
import { client } from '../../page/client.ts'
import { inspectorStore, openInspector } from '../../page/inspector-store.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { prefetch, showNotLoaded } from '../../ui/feedback/part.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'

function ConnectionBadge({ connection }: { connection: Exchange['connection'] | undefined }) {
  const current = useStore(client.connections.store, (state) => state.connection?.id)
  return connection === undefined || connection.id === current ? null : (
    <Badge title="Sent over this connection">{connection.name}</Badge>
  )
}

interface ExchangeLineProps {
  exchange: Exchange
  exchanges: readonly Exchange[]
}

/** An exchange in one line, and whether the service changed since the run before it. */
export function ExchangeLine({ exchange, exchanges }: ExchangeLineProps) {
  const { request, status, startedAt, fromFile, fromHistory, shortened } = exchange
  const { word, tone } = outcomeWord(exchange)
  const isGood = status === undefined || status < 400
  const change = changeSinceBefore(exchange, exchanges)
  return (
    <div className="flex min-w-0 grow flex-col gap-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-mono text-xs">
          <span className="font-semibold">{request.method}</span> {request.path}
        </span>
        {status !== undefined && (
          <Badge tone={isGood ? 'good' : 'bad'} title={statusPhrase(status)}>
            {status}
          </Badge>
        )}
        <ConnectionBadge connection={exchange.connection} />
        {fromFile === true && <Badge title="Opened from a file">from a file</Badge>}
        {fromHistory === true && (
          <Badge title="Saved in this browser before a reload">from history</Badge>
        )}
        {shortened === true && (
          <Badge tone="warn" title="Too long to save in full: files or the end are left out">
            shortened
          </Badge>
        )}
        {word !== 'complete' && isGood && <Badge tone={tone}>{word}</Badge>}
        <span className="ml-auto text-xs text-text-3 tabular-nums">
          {formatDateTime(startedAt)}
        </span>
      </p>
      {change !== undefined && (
        <p role="note" className="text-xs text-warn">
          API version changed since the previous request:{' '}
          <span className="font-mono">{change.before}</span> to{' '}
          <span className="font-mono">{change.after}</span>.
        </p>
      )}
    </div>
  )
}

interface RequestActionsProps {
  exchange: Exchange
  onEdit: (exchange: Exchange) => void
}

/** What can be done with a request that was made: send it again, change it first, copy it as code. */
export function RequestActions({ exchange, onEdit }: RequestActionsProps) {
  const { connection: current, open } = useStore(client.connections.store)
  const own = open.find(({ id }) => id === exchange.connection?.id)
  const connection = own ?? current
  const [running, setRunning] = useState<AbortController>()
  const reason = connection === undefined ? 'Connect to an API first.' : whyNotResendable(exchange)
  const start = async () => {
    if (connection === undefined) return
    const controller = new AbortController()
    setRunning(controller)
    const part = await import('../../core/inspector/resend.ts').catch(() => undefined)
    if (part === undefined) void showNotLoaded()
    else
      await part.resend(client, connection, exchange, {
        signal: controller.signal,
        onOpen: (id) => openInspector(id),
      })
    setRunning(undefined)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its buttons need it
    <div
      role="group"
      aria-label="Request actions"
      onPointerEnter={prepare}
      onFocus={prepare}
      className="flex flex-wrap items-center gap-1"
    >
      {running === undefined ? (
        <Button
          disabled={reason !== undefined}
          title={reason ?? `Sends it to ${connection?.baseUrl ?? ''} exactly as it was`}
          onClick={() => void start()}
        >
          <RotateCw size={14} aria-hidden /> Resend
        </Button>
      ) : (
        <Button onClick={() => running.abort()}>
          <Square size={14} aria-hidden /> Stop
        </Button>
      )}
      {exchange.protocol !== 'mcp' && (
        <Button onClick={() => onEdit(exchange)}>
          <Pencil size={14} aria-hidden /> Edit and resend
        </Button>
      )}
      <Menu
        label="Copy as"
        captioned
        icon={<ChevronDown size={14} aria-hidden />}
        items={codeLanguagesFor(exchange.protocol).map(({ value, label }) => ({
          label,
          onSelect: () => void copyCode(value, exchange),
        }))}
      />
      {exchange.connection !== undefined &&
        exchange.protocol !== 'mcp' &&
        own === undefined &&
        connection !== undefined && (
          <p className="w-full text-xs text-text-2">
            {exchange.connection.name} is disconnected: Resend uses {connection.name}.
          </p>
        )}
      {exchange.fromFile === true && exchange.protocol !== 'mcp' && connection !== undefined && (
        <p className="w-full text-xs text-text-2">
          Resend uses your connection, {connection.baseUrl}, never the URL or keys of the file.
        </p>
      )}
    </div>
  )
}

/** Whoever comes near is about to press: browsers copy only soon after a press. */
function prepare() {
  prefetch(
    () => import('../../core/inspector/resend.ts'),
    () => import('../../core/inspector/code/request-code.ts'),
  )
}

async function copyCode(language: CodeLanguage, exchange: Exchange): Promise<void> {
  const part = await import('../../core/inspector/code/request-code.ts').catch(() => undefined)
  if (part === undefined) {
    void showNotLoaded()
    return
  }
  const { wallet } = inspectorStore.getState()
  try {
    await navigator.clipboard.writeText(part.requestCode(language, exchange, wallet))
    showToast('Copied')
  } catch {
    showToast("The browser didn't allow copying. Open the Code tab and copy there.")
  }
}
