import { useEffect, useState } from 'react'
import { useStore, type StoreApi } from 'zustand'
import { createStore } from 'zustand/vanilla'

import type { Answer } from '../../../../contract/chat/answer.ts'
import { EMPTY_STRIP, growStrip } from '../../../core/chat/responses/live-strip.ts'
import type { ChatRun } from '../../../core/client/chat-completion.ts'
import { formatDuration } from '../../../core/format/units.ts'
import type { AnswerVersion } from '../../../core/storage/conversations/conversation.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { part } from '../../../ui/feedback/part.tsx'
import { AnswerStrip } from './answer-strip.tsx'

/** Waiting less than this (ms) needs no clock. */
const SHOW_CLOCK_AFTER = 10_000

const NotifyMe = part(() => import('./notify-when-done.tsx'), 'NotifyWhenDone', { quiet: true })

interface AnswerProgressProps {
  version: AnswerVersion
  store: StoreApi<Answer>
  run: ChatRun | undefined
}

const never = createStore<boolean>(() => false)

/** Says what an unfinished answer is waiting for, and for how long once it is long. */
export function AnswerProgress({ version, store, run: other }: AnswerProgressProps) {
  const streaming = useStore(store, ({ choices }) => choices.length > 0)
  const run = useStore(chat.runs, ({ live }) => live[version.id]) ?? other
  const quiet = useStore(run?.quiet ?? never)
  const queued = useStore(run?.queued ?? never)
  const elapsed = useElapsed(version.startedAt)
  const isUnsigned = useStore(
    client.signatureWaits,
    ({ waiting }) => !streaming && waiting.some(({ url }) => url.endsWith('/chat/completions')),
  )
  const doing = isUnsigned
    ? 'Waiting for your wallet. Not sent yet'
    : queued
      ? 'Queued: 4 responses are already streaming. Not sent yet'
      : quiet
        ? 'Still connected, but the model has sent nothing for a while'
        : streaming
          ? 'Streaming'
          : 'Waiting for the first token'
  return (
    <div className="answer-metrics">
      {run !== undefined && <Ticks run={run} />}
      <p role="status" className="text-sm text-text-3">
        {doing}
        {/* A clock that is read out every second drowns everything else. */}
        {elapsed > SHOW_CLOCK_AFTER && <span aria-hidden>{` · ${formatDuration(elapsed)}`}</span>}
      </p>
      {elapsed > SHOW_CLOCK_AFTER && <NotifyMe />}
    </div>
  )
}

/** New ticks are drawn this often, ms. */
const TICKS_EVERY = 200

/** The events until now, where those of the whole response will stand. */
function Ticks({ run }: { run: ChatRun }) {
  const [live, setLive] = useState(EMPTY_STRIP)
  useEffect(() => {
    const read = () => {
      const exchange = client.exchanges.store.getState().byId[run.exchangeId() ?? '']
      if (exchange !== undefined)
        setLive((before) => growStrip(before, exchange.events, exchange.eventCount))
    }
    read()
    const timer = setInterval(read, TICKS_EVERY)
    return () => clearInterval(timer)
  }, [run])
  return <AnswerStrip strip={live.strip} exchangeId={run.exchangeId()} />
}

/** ms since a time, counted in whole seconds. */
function useElapsed(since: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now - since
}
