import ChevronDown from 'lucide-react/icons/chevron-down'
import Pencil from 'lucide-react/icons/pencil'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Square from 'lucide-react/icons/square'
import { useState } from 'react'
import { useStore } from 'zustand'

import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import { codeLanguagesFor, type CodeLanguage } from '../../core/inspector/code/code-languages.ts'
import { whyNotResendable } from '../../core/inspector/resend.ts'
import { client } from '../../page/client.ts'
import { inspectorStore, openInspector } from '../../page/inspector-store.ts'
import { Button } from '../../ui/controls/button.tsx'
import { prefetch, showNotLoaded } from '../../ui/feedback/part.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'

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
