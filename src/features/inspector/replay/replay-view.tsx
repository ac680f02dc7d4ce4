import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import SkipBack from 'lucide-react/icons/skip-back'
import StepBack from 'lucide-react/icons/step-back'
import StepForward from 'lucide-react/icons/step-forward'
import { useMemo } from 'react'

import { decrypted } from '../../../core/client/e2ee/decrypted-events.ts'
import type { Exchange } from '../../../core/client/exchanges/exchange.ts'
import { formatDuration } from '../../../core/format/duration.ts'
import { formatNumber } from '../../../core/format/number.ts'
import { isOpenedHere } from '../../../core/inspector/encryption.ts'
import { answerReplay } from '../../../core/inspector/replay/answer-at.ts'
import { eventKind } from '../../../core/inspector/replay/event-kind.ts'
import { eventPreview } from '../../../core/inspector/stream/event-preview.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { Timeline } from '../stream/timeline.tsx'
import { AnswerPointView } from './answer-point-view.tsx'
import { type PlaySpeed, usePlayer } from './use-player.ts'

const speeds = [
  { value: '1', label: '×1' },
  { value: '4', label: '×4' },
  { value: '16', label: '×16' },
] as const

const SPEEDS: Record<(typeof speeds)[number]['value'], PlaySpeed> = { 1: 1, 4: 4, 16: 16 }

/** Plays a finished stream again, or goes through it event by event, showing the answer at each. */
export function ReplayView({ exchange }: { exchange: Exchange }) {
  const { events, eventCount, providerName, headers } = exchange
  const { shown, playing, speed, goTo, toggle, setSpeed } = usePlayer(events, eventCount)
  const replay = useMemo(
    () => answerReplay({ events, providerName, headers }),
    [events, providerName, headers],
  )
  const current = shown === 0 ? undefined : events.at(shown - 1)
  return (
    <section aria-label="Replay" className="flex flex-col gap-2">
      <Timeline exchange={exchange} {...(current === undefined ? {} : { atMs: current.at })} />
      <input
        type="range"
        aria-label="Event shown"
        aria-valuetext={`event ${shown} of ${eventCount}`}
        min={0}
        max={eventCount}
        value={shown}
        onChange={({ target }) => goTo(Number(target.value))}
        className="h-6 w-full accent-accent"
      />
      <div className="flex flex-wrap items-center gap-1">
        <IconButton label="To the beginning" onClick={() => goTo(0)} disabled={shown === 0}>
          <SkipBack size={15} aria-hidden />
        </IconButton>
        <IconButton label="Event before" onClick={() => goTo(shown - 1)} disabled={shown === 0}>
          <StepBack size={15} aria-hidden />
        </IconButton>
        <IconButton label={playing ? 'Pause' : 'Play'} onClick={toggle}>
          {playing ? <Pause size={15} aria-hidden /> : <Play size={15} aria-hidden />}
        </IconButton>
        <IconButton
          label="Next event"
          onClick={() => goTo(shown + 1)}
          disabled={shown === eventCount}
        >
          <StepForward size={15} aria-hidden />
        </IconButton>
        <Segmented
          label="Speed"
          options={speeds}
          value={speeds.find(({ value }) => SPEEDS[value] === speed)?.value}
          onChange={(value) => setSpeed(SPEEDS[value])}
          className="ml-2"
        />
        <span className="ml-auto text-xs text-text-2 tabular-nums">
          event {formatNumber(shown)} of {formatNumber(eventCount)}
          {current !== undefined && ` · ${formatDuration(current.at)}`}
        </span>
      </div>
      <p className="h-4 truncate font-mono text-xs text-text-3">
        {isOpenedHere(exchange) && <Badge tone="accent">decrypted</Badge>}{' '}
        {current === undefined
          ? 'Before the first event'
          : `${eventKind(current)}: ${eventPreview(decrypted(current))}`}
      </p>
      <AnswerPointView point={replay(shown)} />
    </section>
  )
}
