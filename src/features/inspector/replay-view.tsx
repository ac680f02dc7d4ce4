import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import SkipBack from 'lucide-react/icons/skip-back'
import StepBack from 'lucide-react/icons/step-back'
import StepForward from 'lucide-react/icons/step-forward'
import { useEffect, useMemo, useState } from 'react'

import type { AnswerChoice } from '../../../contract/chat/answer.ts'
import { decrypted } from '../../core/client/e2ee/plain-text.ts'
import type { EventSequence, Exchange } from '../../core/client/exchanges/exchange.ts'
import { formatCount, formatDuration, formatNumber } from '../../core/format/units.ts'
import { isOpenedHere } from '../../core/inspector/exchange-text.ts'
import {
  type AnswerPoint,
  answerReplay,
  eventKind,
} from '../../core/inspector/replay/event-kind.ts'
import { eventPreview } from '../../core/inspector/stream/stream-summary.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { Segmented } from '../../ui/controls/toggles.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Timeline } from './stream/timeline.tsx'

/** How many times faster than it came a stream is played. */
const SPEEDS = [
  { value: '1', label: '×1' },
  { value: '4', label: '×4' },
  { value: '16', label: '×16' },
] as const

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
      <Timeline
        exchange={exchange}
        atMs={current?.at ?? 0}
        slider={(endMs) => (
          <input
            type="range"
            aria-label="Event shown"
            aria-valuetext={`event ${shown} of ${eventCount}`}
            min={0}
            max={endMs}
            step="any"
            value={current?.at ?? 0}
            onChange={({ target: { valueAsNumber } }) =>
              goTo(events.slice(0, eventCount).filter(({ at }) => at <= valueAsNumber).length)
            }
            onKeyDown={(event) => {
              // Keys move by events, of which several may have come at once.
              const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
              if (step === undefined) return
              event.preventDefault()
              goTo(shown + step)
            }}
            className="absolute inset-x-0 top-0 m-0 h-7 cursor-ew-resize opacity-0"
          />
        )}
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
          options={SPEEDS}
          value={speed}
          onChange={setSpeed}
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

function usePlayer(events: EventSequence, count: number) {
  const [position, setPosition] = useState<number>()
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]['value']>('1')
  /** How many events have been played. */
  const shown = Math.min(position ?? count, count)

  useEffect(() => {
    if (!playing) return undefined
    let frame = 0
    let at = shown
    let time = at === 0 ? 0 : (events.at(at - 1)?.at ?? 0)
    let before = performance.now()
    const tick = (now: number) => {
      time += Math.max(0, now - before) * Number(speed)
      before = now
      const start = at
      while (at < count && (events.at(at)?.at ?? Infinity) <= time) at += 1
      if (at !== start) setPosition(at)
      if (at >= count) setPlaying(false)
      else frame = requestAnimationFrame(tick)
    }
    frame = requestAnimationFrame(tick)
    return () => cancelAnimationFrame(frame)
    // `shown` is where it starts from; it must not start anew for each event that it plays.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [playing, speed, events, count])

  return {
    shown,
    playing,
    speed,
    setSpeed,
    /** Goes to just after that many events and stays there. */
    goTo: (next: number) => {
      setPlaying(false)
      setPosition(Math.max(0, Math.min(next, count)))
    },
    /** Goes on from where it is, or from the beginning when it is at the end; or stops. */
    toggle: () => {
      if (!playing && shown >= count) setPosition(0)
      setPlaying(!playing)
    },
  }
}

/** More characters than this are not painted while an answer is played; its end is what changes. */
const PAINTED = 4000

/** The answer at one point of its stream: plain text, as the bytes say, not as Markdown. */
function AnswerPointView({ point }: { point: AnswerPoint }) {
  const { answer, failure } = point
  const { choices, usage, citations } = answer
  return (
    <div
      role="group"
      aria-label="Response at this event"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable
      tabIndex={0}
      className="replayed-answer rounded-md border bg-surface-0 p-2 text-sm"
    >
      {/* A short answer begins at the top; of a long one the end is in view. */}
      <div className="mb-auto flex flex-col gap-2">
        {choices.map((choice, index) => (
          // Choices are known by their place.
          <ChoiceText key={index} choice={choice} label={choices.length > 1 ? index : undefined} />
        ))}
        {choices.length === 0 && <p className="text-text-3">No response text yet.</p>}
        {citations.length > 0 && (
          <p className="text-xs text-text-3">{formatNumber(citations.length)} sources</p>
        )}
        {usage !== undefined && (
          <p className="text-xs text-text-3">
            {formatCount(usage.prompt_tokens)} → {formatCount(usage.completion_tokens)} tokens
          </p>
        )}
        {failure !== undefined && <p className="text-bad">Error in the stream: {failure}</p>}
      </div>
    </div>
  )
}

function ChoiceText({ choice, label }: { choice: AnswerChoice; label: number | undefined }) {
  const { content, reasoning, refusal, toolCalls, finishReason } = choice
  return (
    <div className="flex flex-col gap-1">
      {label !== undefined && <p className="text-xs text-text-3">Choice {label}</p>}
      {reasoning !== '' && (
        <p className="border-l-2 pl-2 wrap-anywhere whitespace-pre-wrap text-text-3">
          {ending(reasoning)}
        </p>
      )}
      {content !== '' && <p className="wrap-anywhere whitespace-pre-wrap">{ending(content)}</p>}
      {refusal !== undefined && (
        <p className="border-l-2 border-warn pl-2 wrap-anywhere whitespace-pre-wrap">
          {ending(refusal)}
        </p>
      )}
      {toolCalls.map((call, index) => (
        // The id of a call may still be on its way.
        <p key={index} className="font-mono text-xs wrap-anywhere">
          {call.name}({ending(call.arguments)})
        </p>
      ))}
      {finishReason !== undefined && (
        <p className="text-xs text-text-3">finish_reason {finishReason}</p>
      )}
    </div>
  )
}

function ending(text: string): string {
  return text.length <= PAINTED ? text : `…${text.slice(-PAINTED)}`
}
