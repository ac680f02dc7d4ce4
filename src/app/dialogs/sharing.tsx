import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import { type ImportReport, leftOutText } from '../../core/share/import/import-report.ts'
import type { ShareTarget } from '../../core/share/shared-fragment.ts'
import { ImportDialog } from '../../features/share/import-dialog.tsx'
import { ShareDialog } from '../../features/share/share-dialog.tsx'
import { client } from '../../page/client.ts'
import { openInspector } from '../../page/inspector-store.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { showNotLoaded } from '../../ui/feedback/part.tsx'
import { addressOf, useLocation } from '../../ui/hooks/location.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { areas } from '../area-links.tsx'
import { readRoute } from '../read-route.ts'
import { shellStore, showReceived } from '../shell-store.ts'
import { readImport, setupFromExchange } from './read-import.ts'

/** Taking a request from elsewhere by paste or file; what it holds is shown before anything is taken over. */
export function ImportPart({ onClose }: { onClose: () => void }) {
  const text = useStore(shellStore, (shell) => shell.imported)
  // A file that was opened elsewhere comes with its text.
  const [reading, setReading] = useState(() => (text === '' ? undefined : readImport(text)))
  const read = (given: string) => {
    const next = readImport(given)
    if (next.kind === 'setup') {
      shellStore.setState({ imported: '' })
      showReceived(next.reading)
    } else setReading(next)
  }
  return (
    <ImportDialog
      text={text}
      onText={(imported) => {
        shellStore.setState({ imported })
        setReading(undefined)
      }}
      onRead={read}
      fault={reading?.kind === 'none' ? reading.message : undefined}
      onClose={onClose}
    >
      {reading?.kind === 'exchanges' && (
        <Exchanges exchanges={reading.exchanges} report={reading.report} onClose={onClose} />
      )}
    </ImportDialog>
  )
}

interface ExchangesProps {
  exchanges: readonly Exchange[]
  report: ImportReport
  onClose: () => void
}

function Exchanges({ exchanges, report, onClose }: ExchangesProps) {
  const [fault, setFault] = useState<string>()
  const inspect = (id: string) => {
    for (const exchange of exchanges) client.exchanges.restore(exchange)
    openInspector(id)
    onClose()
  }
  const takeOver = (exchange: Exchange) => {
    const reading = setupFromExchange(exchange)
    if (reading.ok) showReceived(reading)
    else setFault(reading.message)
  }
  return (
    <section aria-label="Requests in this file" className="flex flex-col gap-2 text-sm">
      <p>
        {exchanges.length === 1 ? '1 request.' : `${exchanges.length} requests.`} Opening one sends
        nothing.
      </p>
      {report.leftOut.length > 0 && <p className="text-text-2">{leftOutText(report).join(' ')}</p>}
      <ul className="flex max-h-64 flex-col gap-1 overflow-auto">
        {exchanges.map((exchange) => (
          <li key={exchange.id} className="flex flex-wrap items-center gap-2">
            <span className="min-w-0 grow font-mono text-xs wrap-anywhere">
              {exchange.request.method} {exchange.request.path}{' '}
              {exchange.status !== undefined && (
                <Badge tone={exchange.status < 400 ? 'good' : 'bad'}>{exchange.status}</Badge>
              )}
            </span>
            <Button onClick={() => inspect(exchange.id)}>Inspect</Button>
            <Button onClick={() => takeOver(exchange)}>Use request</Button>
          </li>
        ))}
      </ul>
      {fault !== undefined && (
        <p role="alert" className="text-bad">
          {fault}
        </p>
      )}
    </section>
  )
}

/** Sharing the area on the screen; an area without a setup of its own says so. */
export function SharePart({ onClose }: { onClose: () => void }) {
  const [pathname] = useLocation()
  const area = areas.find(({ path }) => path === readRoute(pathname)?.area)
  const [target, setTarget] = useState<ShareTarget>()
  useEffect(() => void area?.shareTarget?.().then(setTarget, () => void showNotLoaded()), [area])
  if (area?.shareTarget === undefined)
    return (
      <Dialog title="Nothing to share" onClose={onClose}>
        <p>Open a chat, an image edit, a board or an endpoint in Explore first.</p>
      </Dialog>
    )
  if (target === undefined) return null
  return (
    <ShareDialog
      current={target.current()}
      address={location.origin + addressOf(area.path)}
      onSaveReport={target.report?.()}
      onOpenFile={(imported) => shellStore.setState({ dialog: 'import', imported })}
      onClose={onClose}
    />
  )
}
