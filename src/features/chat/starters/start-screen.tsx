import Check from 'lucide-react/icons/check'
import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { StarterName } from '../../../core/chat/setup/chat-setup.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import type { RecentConversation } from '../../../core/history/history-entries.ts'
import { client, settings } from '../../../page/client.ts'
import { TickStrip } from '../../../ui/content/tick-strip.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { prefetch, showNotLoaded } from '../../../ui/feedback/part.tsx'
import { Link, useLocation } from '../../../ui/hooks/location.tsx'
import { useMedia, WIDE_SCREEN } from '../../../ui/hooks/use-media.ts'
import { prepareToSend } from '../prepare-to-send.tsx'
import { sendPrompt } from '../send-message.ts'
import { ConnectOwn } from './connect-own.tsx'

/** The examples with a picture, each with what there is to see. */
const CARDS: readonly (readonly [name: PreviewName, what: string])[] = [
  ['Tools', 'The model calls a function'],
  ['Structured output', 'JSON that fits a schema'],
  ['Vision', 'Reads an image'],
  ['Side by side', 'Compares three settings'],
  ['Web search', 'Cites its sources'],
]

const MORE: readonly StarterName[] = ['Document', 'Reasoning']

/** Messages whose directives only the local service reads. */
const FAILURES = [
  { label: '503', prompt: '/fail 503' },
  { label: 'Cut stream', prompt: '/tokens 60 /cut 24' },
  { label: 'Rate limit', prompt: '/fail 429' },
]

/** What an empty chat shows under the message: examples, failures, and what was talked about last. */
export function StartScreen() {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const isStarting = useStore(client.connections.store, ({ config }) => config.mode === 'starting')
  if (connection === undefined && isStarting) return null
  return (
    <div className="@container mx-auto flex max-w-[52rem] flex-col gap-4 px-4 pt-3 pb-6">
      {connection === undefined ? <NotConnected /> : <Examples connection={connection} />}
      <RecentConversations />
    </div>
  )
}

function Examples({ connection }: { connection: Connection }) {
  const [, navigate] = useLocation()
  const [isBusy, setIsBusy] = useState(false)
  // Only the models of the local service, and of the one in the page, respond without a charge that anybody pays.
  const isLocal = connection.kind !== 'remote'
  // A second press of a double click must not send twice.
  const run = (start: () => Promise<void>) => {
    if (isBusy) return
    setIsBusy(true)
    start()
      .catch(() => showNotLoaded('the example'))
      .finally(() => setIsBusy(false))
  }
  const example = (name: StarterName) => () =>
    run(async () => {
      const { startExample } = await import('./start-example.ts')
      await startExample(name, { navigate, sendBy: isLocal ? connection : undefined })
    })
  // The page is its own service: what a response needs is on its way before anybody asks for one.
  const isPractice = connection.kind === 'practice'
  useEffect(() => {
    if (isPractice) prepare(true)
  }, [isPractice])
  const onIntent = () => prepare(isLocal)
  const failures = FAILURES.map(({ label, prompt }) => (
    <Quiet key={label} onClick={() => run(() => sendPrompt(connection, prompt))}>
      {label}
    </Quiet>
  ))
  return (
    <div className="flex flex-col gap-3" onPointerEnter={onIntent} onFocus={onIntent}>
      <div role="group" aria-label="Start from" className="grid gap-2 @2xl:grid-cols-5">
        {CARDS.map(([name, what]) => (
          <Card
            key={name}
            name={name}
            what={what}
            sends={isLocal && name !== 'Side by side'}
            onClick={example(name)}
          />
        ))}
      </div>
      <div>
        <Line label="More examples">
          {MORE.map((name) => (
            <Quiet key={name} onClick={example(name)}>
              {name}
            </Quiet>
          ))}
        </Line>
        {isLocal && <Line label="See it break">{failures}</Line>}
        {isLocal && <ConnectOwn />}
      </div>
    </div>
  )
}

function prepare(sends: boolean): void {
  prefetch(() => import('./start-example.ts'))
  if (sends) prepareToSend()
}

interface CardProps {
  name: PreviewName
  what: string
  /** A press sends it; else it fills the form. */
  sends: boolean
  onClick: () => void
}

function Card({ name, what, sends, onClick }: CardProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={`${what}. ${sends ? 'Sends at once.' : 'Fills the form, sends nothing.'}`}
      onClick={onClick}
      className="group flex min-w-0 items-center gap-2 rounded-lg bg-surface-1 p-1.5 text-left hover:bg-surface-2 @2xl:flex-col @2xl:items-stretch @2xl:p-2"
    >
      <span
        aria-hidden
        className="grid h-10 w-36 shrink-0 place-items-center rounded-md bg-surface-2 font-mono text-xs text-text-2 group-hover:bg-surface-3 @2xl:h-16 @2xl:w-full"
      >
        <Preview name={name} />
      </span>
      <span className="flex min-w-0 flex-col px-1 @2xl:gap-2">
        <span className="text-sm font-medium">{name}</span>
        <span className="text-xs text-text-3">{what}</span>
      </span>
    </button>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap items-center gap-x-1 text-sm">
      <span className="pr-1 pl-1 text-text-3">{label}</span>
      {children}
    </div>
  )
}

function Quiet({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="ghost" className="px-1.5!" onClick={onClick}>
      {children}
    </Button>
  )
}

function NotConnected() {
  const [path, navigate] = useLocation()
  return (
    <div className="flex flex-col items-center gap-3 py-4">
      <p className="text-text-2">Choose where requests go.</p>
      <Button variant="primary" onClick={() => navigate(`${path}?connect=1`)}>
        Open Connection
      </Button>
    </div>
  )
}

type PreviewName = Exclude<StarterName, 'Document' | 'Reasoning'>

function Preview({ name }: { name: PreviewName }) {
  switch (name) {
    case 'Tools':
      return (
        <span>
          {'{…} '}
          <span className="text-accent">→</span> fn()
        </span>
      )
    case 'Structured output':
      return (
        <span className="flex items-center gap-1">
          {'{ }'} <Check size={14} className="text-good" /> <span className="text-good">valid</span>
        </span>
      )
    case 'Vision':
      return (
        <svg viewBox="0 0 92 32" className="h-8 text-text-3">
          <rect width="40" height="32" rx="4" className="fill-surface-0" />
          <rect x="5" y="12" width="10" height="10" className="fill-bad" />
          <circle cx="20" cy="17" r="5" className="fill-accent" />
          <path d="M27 22l5-10 5 10z" className="fill-good" />
          <path d="M54 9h38M54 17h30M54 25h34" stroke="currentColor" strokeWidth="2.5" />
        </svg>
      )
    case 'Side by side':
      return (
        <span className="flex w-20 flex-col gap-1.5">
          <TickStrip strip=":.::.:::::.::::.::::" className="w-full" />
          <TickStrip strip=":...::..::......::.:" className="w-2/3" />
          <TickStrip strip="::::::::::::::::::::" className="w-1/3" />
        </span>
      )
    case 'Web search':
      return (
        <span className="flex gap-1.5">
          {[1, 2, 3].map((number) => (
            <span key={number} className="rounded-sm bg-surface-0 px-1 text-accent">
              [{number}]
            </span>
          ))}
        </span>
      )
  }
}

function RecentConversations() {
  const [recent, setRecent] = useState<readonly RecentConversation[]>([])
  const historyOpen = useStore(settings.store, (state) => state.historyOpen)
  const isBesideHistory = useMedia(WIDE_SCREEN) && historyOpen
  useEffect(() => {
    const leave = new AbortController()
    // Where nothing can be stored there is nothing to go on with.
    followRecent(setRecent, leave.signal).catch(() => undefined)
    return () => leave.abort()
  }, [])
  // The history lists them already.
  if (isBesideHistory) return null
  if (recent.length === 0) return null
  return (
    <section aria-label="Recent" className="flex flex-col gap-0.5 text-sm">
      <h2 className="px-1 text-text-3">Recent</h2>
      <ul>
        {recent.map(({ path, title, ticks, cost }) => (
          <li key={path}>
            <Link
              href={path}
              className="flex items-center gap-3 rounded-md px-1 target hover:bg-surface-1"
            >
              <span className="min-w-0 grow truncate">{title}</span>
              {ticks !== undefined && <TickStrip strip={ticks} className="max-w-24 shrink-0" />}
              <span className="w-20 shrink-0 text-right text-xs text-money tabular-nums">
                {cost}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shows what is stored, also as it changes. Opens nothing where this browser has nothing. */
async function followRecent(
  show: (recent: readonly RecentConversation[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const databases = await indexedDB.databases()
  if (!databases.some(({ name }) => name === 'vendor-playground')) return
  const { listRecent, subscribeConversations } = await import('./start-example.ts')
  const read = async () => {
    const recent = await listRecent()
    if (!signal.aborted) show(recent)
  }
  if (signal.aborted) return
  const stop = subscribeConversations(() => void read().catch(() => undefined))
  signal.addEventListener('abort', stop)
  await read()
}
