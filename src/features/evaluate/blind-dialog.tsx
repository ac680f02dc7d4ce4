import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'

import { fillMessage, templateTexts } from '../../core/chat/request/variables.ts'
import { castVote, withdrawVote } from '../../core/evaluate/board-state.ts'
import { type Board, type Case, columnLetter } from '../../core/evaluate/board.ts'
import { verdictText, winRateText } from '../../core/evaluate/results/result-words.ts'
import {
  type BlindPair,
  blindPairs,
  currentVotes,
  isVoteOf,
  voteOn,
  type VoteRecord,
  voteVerdict,
  winRate,
} from '../../core/evaluate/results/votes.ts'
import { formatNumber } from '../../core/format/units.ts'
import { boards } from '../../page/evaluate.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Meter } from '../../ui/feedback/meter.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { useChatParts, wholeText } from './chat-parts.ts'

const CHOICES = [
  { choice: 'left', label: 'Left is better', key: '1' },
  { choice: 'right', label: 'Right is better', key: '2' },
  { choice: 'tie', label: 'Tie', key: '3' },
  { choice: 'bad', label: 'Both are bad', key: '4' },
] as const

/** Compares two responses at a time without saying whose they are, until it is decided which is better. */
export function BlindDialog({ board, onClose }: { board: Board; onClose: () => void }) {
  // What a run adds meanwhile must not change the pair that is being read.
  const [pairs] = useState(() =>
    blindPairs(board, [...boards.cells.getState().cells.values()].flat()),
  )
  const votes = useStore(boards.votes, (state) => state.votes)
  const voted = pairs.filter((pair) => votes.some((vote) => isVoteOf(vote, pair)))
  const [lastPair, setLastPair] = useState<BlindPair>()
  const last = lastPair && votes.find((vote) => isVoteOf(vote, lastPair))
  const pair = pairs.find((one) => !voted.includes(one))

  const vote = (on: BlindPair, choice: (typeof CHOICES)[number]['choice']) => {
    setLastPair(on)
    void castVote(boards, voteOn(on, choice))
  }

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const chosen = CHOICES.find(({ key }) => key === event.key)
      if (pair === undefined || chosen === undefined || event.repeat) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      vote(pair, chosen.choice)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })

  return (
    <Dialog
      title="Blind comparison"
      size="large"
      onClose={onClose}
      footer={
        pair === undefined ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          CHOICES.map(({ choice, label, key }) => (
            <Button
              key={choice}
              aria-keyshortcuts={key}
              onClick={() => vote(pair, choice)}
              className="max-sm:grow max-sm:basis-5/12"
            >
              {label}
              <kbd aria-hidden className="font-sans text-xs text-text-3 pointer-coarse:hidden">
                {key}
              </kbd>
            </Button>
          ))
        )
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-xs text-text-2">
          {pairs.length > 0 && (
            <>
              <Meter label="Compared pairs" value={voted.length} max={pairs.length} />
              <span className="tabular-nums">
                {formatNumber(voted.length)} of {formatNumber(pairs.length)} compared
              </span>
            </>
          )}
          <output className="grow">{last && lastPair && namesIn(board, lastPair)}</output>
          {last && (
            <Button
              onClick={() => {
                setLastPair(undefined)
                void withdrawVote(boards, last)
              }}
            >
              Undo vote
            </Button>
          )}
        </div>
        {pair === undefined ? (
          <VoteResult board={board} votes={votes} />
        ) : (
          <>
            <p className="whitespace-pre-wrap">{askedIn(board, pair.case)}</p>
            <div className="grid gap-3 sm:grid-cols-2">
              <Response where="Left" side={pair.left} />
              <Response where="Right" side={pair.right} />
            </div>
          </>
        )}
      </div>
    </Dialog>
  )
}

function VoteResult({ board, votes }: { board: Board; votes: readonly VoteRecord[] }) {
  const current = currentVotes(board, [...boards.cells.getState().cells.values()].flat(), votes)
  if (current.length === 0) return <p>All responses are the same: nothing to compare.</p>
  return (
    <>
      <p className="font-semibold">{verdictText(board, voteVerdict(board, current), 'votes')}</p>
      <ul className="flex flex-col gap-1">
        {board.configurations.map(({ id, model }, index) => {
          const rate = winRate(current, id)
          return (
            <li key={id} className="flex flex-wrap gap-x-3 tabular-nums">
              <span className="font-semibold">{columnLetter(index)}</span> {model}
              {rate && <span>{winRateText(rate)}</span>}
            </li>
          )
        })}
      </ul>
    </>
  )
}

function Response({ where, side }: { where: 'Left' | 'Right'; side: BlindPair['left'] }) {
  const { ResponseText } = useChatParts()
  const { text, toolCalls } = side.response
  const source = useMemo(() => wholeText(text), [text])
  return (
    <section
      aria-label={`${where} response`}
      className="min-w-0 rounded-md bg-surface-1 p-3 wrap-anywhere"
    >
      <p aria-hidden className="mb-1 text-xs text-text-3">
        {where}
      </p>
      <ResponseText key={text} source={source} />
      {toolCalls.map((call, at) => (
        <p key={at} className="font-mono text-xs whitespace-pre-wrap">
          {call.name}({call.arguments})
        </p>
      ))}
    </section>
  )
}

function namesIn({ configurations }: Board, { number, left, right }: BlindPair): string {
  const [one, other] = [left, right].map(({ configurationId }) => {
    const index = configurations.findIndex(({ id }) => id === configurationId)
    return `${columnLetter(index)} ${configurations[index]?.model ?? ''}`
  })
  return `Case ${number}: left was ${one}, right was ${other}.`
}

function askedIn({ prompt }: Board, { messages, variables }: Case): string {
  return (messages ?? [{ role: 'user' as const, content: prompt }])
    .flatMap((message) => templateTexts(fillMessage(message, variables).message))
    .join('\n')
}
