import { useEffect, useEffectEvent, useState } from 'react'
import { useStore } from 'zustand'

import { LOCAL_ID } from '../../core/client/connection/connections.ts'
import { decodeSetup } from '../../core/share/codec.ts'
import { leftOutText } from '../../core/share/import/import-report.ts'
import type { SetupReading } from '../../core/share/setup.ts'
import { connectionNeeds } from '../../core/share/shared-content.ts'
import type { ShareTarget } from '../../core/share/shared-fragment.ts'
import type { ServerOffer } from '../../core/storage/connection/saved-connections.ts'
import { hasDraftsHint } from '../../core/storage/conversations/drafts-hint.ts'
import { ReceivedDialog, UnreadableDialog } from '../../features/share/received-dialog.tsx'
import { client } from '../../page/client.ts'
import { savedConnections } from '../../page/connections.ts'
import { Select } from '../../ui/controls/select.tsx'
import { showNotLoaded } from '../../ui/feedback/part.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { useLocation } from '../../ui/hooks/location.tsx'
import { areas } from '../area-links.tsx'
import { chooseConnection } from '../connection/choose-connection.ts'
import { shellStore } from '../shell-store.ts'

/**
 * A setup that came by link, file or paste. Where it replaces nothing it is opened, with a way back; else it
 * is shown, then taken over or not. The newest is shown.
 */
export function ReceivedPart({ onClose }: { onClose: () => void }) {
  const received = useStore(shellStore, (shell) => shell.received) ?? ''
  const [newest, setNewest] = useState({ received, count: 0 })
  if (newest.received !== received) setNewest({ received, count: newest.count + 1 })
  return <Received key={newest.count} received={received} onClose={onClose} />
}

interface ReceivedProps {
  received: string | SetupReading
  onClose: () => void
}

function Received({ received, onClose }: ReceivedProps) {
  const [reading] = useState(() =>
    typeof received === 'string' ? decodeSetup(received) : received,
  )
  return reading.ok ? (
    <Readable reading={reading} isLink={typeof received === 'string'} onClose={onClose} />
  ) : (
    <UnreadableDialog message={reading.message} onClose={onClose} />
  )
}

interface ReadableProps {
  reading: Extract<SetupReading, { ok: true }>
  isLink: boolean
  onClose: () => void
}

function Readable({ reading, isLink, onClose }: ReadableProps) {
  const { setup, asItWas, headers } = reading
  const [pathname, navigate] = useLocation()
  const area = areas.find(({ path }) => path === `/${setup.area}`)
  const [target, setTarget] = useState<ShareTarget>()
  const [chosen, setChosen] = useState<string>()
  const show = (path: string) => {
    shellStore.setState({ openedInPart: asItWas && { ...asItWas, ...(headers && { headers }) } })
    onClose()
    navigate(path)
  }
  /** Opens it where there is nothing to decide, else asks. */
  const receive = useEffectEvent((loaded: ShareTarget) => {
    // The notes name what was refused.
    const leftOut = reading.leftOut.filter((part) => !asItWas?.refused.includes(part))
    const hasSlots = setup.area === 'chat' && setup.attachments.length > 0
    // A link that leads away from what is on the screen changes that; a draft may be about to come back.
    const isAway = pathname.replace(/\/$/, '') !== area?.path || hasDraftsHint()
    const isAsked = hasSlots || leftOut.length > 1 || (isLink && isAway)
    const opened = isAsked ? undefined : loaded.openAtOnce?.(setup, headers)
    if (opened === undefined) return setTarget(loaded)
    show(opened.path)
    const undo = () => {
      shellStore.setState({ openedInPart: undefined })
      opened.undo()
      navigate('/chat')
    }
    const words = ['Opened. Nothing was sent.', ...leftOutText({ leftOut })]
    return showToast(words.join(' '), { label: 'Undo', run: undo })
  })
  useEffect(() => {
    let current = true
    area?.shareTarget?.().then(
      (loaded) => current && receive(loaded),
      () => void showNotLoaded(),
    )
    return () => {
      current = false
    }
  }, [area])
  if (target === undefined) return null
  return (
    <ReceivedDialog
      reading={reading}
      target={target}
      connectionSlot={
        <ConnectionSlot needs={connectionNeeds(setup)} chosen={chosen} onChoose={setChosen} />
      }
      onApplied={(shownAt) => {
        show(shownAt)
        // What keeps it from being switched to is settled in its form.
        if (chosen !== undefined && !chooseConnection(chosen))
          shellStore.setState({ connectionToOpen: chosen, dialog: 'connection' })
      }}
      onClose={onClose}
    />
  )
}

interface ConnectionSlotProps {
  /** What the setup wants of a connection. */
  needs: readonly ServerOffer[]
  /** The id of the chosen connection; undefined: the current one. */
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
}

function ConnectionSlot({ needs, chosen, onChoose }: ConnectionSlotProps) {
  const { config, connection } = useStore(client.connections.store)
  const saved = useStore(savedConnections.store)
  if (saved.length === 0) return null
  const others = [
    ...(config.baseUrl === undefined ? [] : [{ id: LOCAL_ID, name: 'This machine' }]),
    ...saved,
  ].filter(({ id }) => id !== connection?.id)
  const label = needs.length === 0 ? 'Connection' : `Connection with ${needs.join(' and ')}`
  return (
    <label className="flex flex-wrap items-center gap-2 text-sm">
      {label}
      <Select
        value={chosen ?? ''}
        onChange={(id) => onChoose(id === '' ? undefined : id)}
        options={[
          { value: '', label: connection?.name ?? 'None' },
          ...others.map((one) => {
            const offers = 'facts' in one ? one.facts?.offers : undefined
            const fits = needs.length > 0 && needs.every((need) => offers?.includes(need) === true)
            return { value: one.id, label: one.name + (fits ? ` (${needs.join(', ')})` : '') }
          }),
        ]}
        className="min-w-40"
      />
    </label>
  )
}
