import { type KeyboardEvent, memo, type PointerEvent, useId, useState } from 'react'

import './token-probabilities.css'
import { type StoreApi, useStore } from 'zustand'

import { type Answer, isSettled } from '../../../../contract/chat/answer.ts'
import { isSearchDocuments } from '../../../../contract/chat/documents-call.ts'
import type { TokenLogprob } from '../../../../contract/chat/response.ts'
import {
  alternatives,
  LIKELIHOOD_BANDS,
  likelihoodBand,
  percentText,
  probability,
  visibleToken,
} from '../../../core/chat/details/token-probability.ts'
import { formatDuration } from '../../../core/format/units.ts'
import type {
  AnswerMessage,
  AnswerVersion,
} from '../../../core/storage/conversations/conversation.ts'
import { GrowingCode } from '../../../ui/content/code.tsx'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { part } from '../../../ui/feedback/part.tsx'
import { placeAfter, ROW } from '../../../ui/hooks/arrow-keys.ts'
import { ToolCalls } from '../tools/tool-calls.tsx'
import { answerText } from './answer-store.ts'
import { AnswerTextView } from './answer-text-view.tsx'
import { MediaList } from './media-list.tsx'

const StructuredAnswer = part(() => import('./structured-answer.tsx'), 'StructuredAnswer', {
  fallback: ({ source }) => <GrowingCode source={source} label="Response" />,
  quiet: true,
})

interface ChoiceViewProps {
  record?: AnswerMessage
  store: StoreApi<Answer>
  index: number
  version: AnswerVersion
  sources: number
  onCitation: (source: number) => void
}

/** One choice of an answer: what was thought, said, shown and called. */
export function ChoiceView({
  record,
  store,
  index,
  version,
  sources,
  onCitation,
}: ChoiceViewProps) {
  const [content] = useState(() => answerText(store, index, 'content'))
  const settled = useStore(store, ({ phase }) => isSettled(phase))
  const finished = useStore(store, ({ phase }) => phase === 'finished')
  const hasReasoning = useStore(store, ({ choices }) => (choices[index]?.reasoning ?? '') !== '')
  const hasText = useStore(store, ({ choices }) => (choices[index]?.content ?? '') !== '')
  const calls = useStore(store, ({ choices }) => choices[index]?.toolCalls)
  const refusal = useStore(store, ({ choices }) => choices[index]?.refusal)
  const media = useStore(store, ({ choices }) => choices[index]?.media)
  const logprobs = useStore(store, ({ choices, phase }) =>
    isSettled(phase) ? choices[index]?.logprobs : undefined,
  )
  const [showsTokens, setShowsTokens] = useState(false)
  const asksForCalls = calls?.some((call) => !isSearchDocuments(call)) ?? false
  const format = version.asked?.response_format
  const structured = format !== undefined && format.type !== 'text'

  const text = () => {
    if (!structured)
      return <AnswerTextView source={content} sources={sources} onCitation={onCitation} />
    if (!finished || !hasText) return <GrowingCode source={content} label="Response so far" />
    return <StructuredAnswer source={content} format={format} />
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {hasReasoning && <ReasoningBlock store={store} choice={index} />}
      {showsTokens && logprobs !== undefined ? <TokenProbabilities tokens={logprobs} /> : text()}
      {refusal !== undefined && (
        <section aria-label="Refusal" className="border-l-2 border-warn pl-3">
          <p className="text-xs text-warn">The model declined:</p>
          <p className="break-words whitespace-pre-wrap">{refusal}</p>
        </section>
      )}
      {media !== undefined && <MediaList media={media} settled={settled} />}
      {calls !== undefined && asksForCalls && (
        <ToolCalls {...(record && { record })} calls={calls} choice={index} store={store} />
      )}
      {(logprobs?.length ?? 0) > 0 && (
        <span>
          <Button aria-pressed={showsTokens} onClick={() => setShowsTokens(!showsTokens)}>
            Token probabilities
          </Button>
        </span>
      )}
    </div>
  )
}

function ReasoningBlock({ store, choice }: { store: StoreApi<Answer>; choice: number }) {
  const [source] = useState(() => answerText(store, choice, 'reasoning'))
  const thinking = useStore(
    store,
    ({ phase, choices }) => !isSettled(phase) && (choices[choice]?.content ?? '') === '',
  )
  const duration = useStore(store, ({ timing: { firstToken, firstContent, end } }) =>
    firstToken === undefined ? undefined : (firstContent ?? end ?? firstToken) - firstToken,
  )
  const took = duration !== undefined && duration > 0 ? ` ${formatDuration(duration)}` : ''
  return (
    <Disclosure
      label="Reasoning"
      summary={<span className="text-text-2">{thinking ? 'Reasoning…' : `Reasoning${took}`}</span>}
    >
      <div className="mt-1 ml-2.5 border-l-2 pl-3 text-sm text-text-2">
        <AnswerTextView source={source} />
      </div>
    </Disclosure>
  )
}

/** Tokens per group: a group out of sight costs no layout. */
const GROUP = 200
/** Up and down go by about a line. */
const TOKEN_STEPS = { ...ROW, ArrowDown: 10, ArrowUp: -10 }
/** Tokens drawn before "Show more" is pressed. */
const PAGE = 4000

/** Tokens by how likely each was. One stop for Tab; arrows move, and alternatives show below. */
function TokenProbabilities({ tokens }: { tokens: readonly TokenLogprob[] }) {
  const id = useId()
  const [active, setActive] = useState(0)
  const [shown, setShown] = useState(PAGE)
  const count = Math.min(tokens.length, shown)
  const groups = Math.ceil(count / GROUP)

  const onKeyDown = (event: KeyboardEvent) => {
    const at = placeAfter(event.key, active, count, { steps: TOKEN_STEPS })
    if (at === undefined) return
    event.preventDefault()
    setActive(at)
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onPoint = (event: PointerEvent) => {
    const target = event.target instanceof Element ? event.target.closest('[data-token]') : null
    if (target !== null) setActive(Number(target.getAttribute('data-token')))
  }
  const current = tokens[active]
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <ul aria-label="Legend" className="token-legend">
        {LIKELIHOOD_BANDS.map(({ words }, band) => (
          <li key={words}>
            <span className="token" data-band={band}>
              {words}
            </span>
          </li>
        ))}
      </ul>
      <div
        role="listbox"
        aria-label="Tokens by probability"
        aria-activedescendant={`${id}-${active}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerOver={onPoint}
        onPointerDown={onPoint}
        className="token-list"
      >
        {Array.from({ length: groups }, (_, group) => (
          <TokenGroup
            key={group}
            id={id}
            tokens={tokens}
            from={group * GROUP}
            to={Math.min(count, (group + 1) * GROUP)}
            active={Math.floor(active / GROUP) === group ? active : -1}
          />
        ))}
      </div>
      {tokens.length > shown && (
        <span>
          <Button onClick={() => setShown(shown + PAGE)}>
            Show more ({tokens.length - shown} left)
          </Button>
        </span>
      )}
      {current !== undefined && <Alternatives token={current} place={active + 1} />}
    </div>
  )
}

interface TokenGroupProps {
  id: string
  tokens: readonly TokenLogprob[]
  from: number
  to: number
  /** The chosen token where it is in this group, else -1. */
  active: number
}

const TokenGroup = memo(function TokenGroup({ id, tokens, from, to, active }: TokenGroupProps) {
  return (
    <div role="group" aria-label={`Tokens ${from + 1} to ${to}`} className="token-group">
      {tokens.slice(from, to).map((token, offset) => {
        const place = from + offset
        return (
          <span
            key={place}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === active}
            aria-label={`${visibleToken(token)}, ${percentText(token.logprob)}`}
            data-token={place}
            data-band={likelihoodBand(token.logprob)}
            className="token"
          >
            {visibleToken(token)}
            {token.token.includes('\n') && '\n'}
          </span>
        )
      })}
    </div>
  )
})

function Alternatives({ token, place }: { token: TokenLogprob; place: number }) {
  const own = visibleToken(token)
  return (
    <section
      aria-label="Top alternatives for this token"
      aria-live="polite"
      className="token-alternatives"
    >
      <p>
        Token {place}: <code className="font-mono">{own}</code> {percentText(token.logprob)}
      </p>
      <ul>
        {alternatives(token).map((other, index) => (
          <li key={index} data-own={other.token === own}>
            <code className="font-mono">{other.token}</code>
            <meter
              min={0}
              max={1}
              value={probability(other.logprob)}
              aria-label={`Probability of ${other.token}`}
            />
            <span>{percentText(other.logprob)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
