import { type KeyboardEvent, type PointerEvent, memo, useId, useState } from 'react'

import type { TokenLogprob } from '../../../../../contract/chat/response.ts'
import {
  alternatives,
  LIKELIHOOD_BANDS,
  likelihoodBand,
  percentText,
  probability,
  visibleToken,
} from '../../../../core/chat/responses/details/token-probability.ts'
import { Button } from '../../../../ui/controls/button.tsx'

import './token-probabilities.css'

/** Tokens per group: a group out of sight costs no layout. */
const GROUP = 200
/** Tokens drawn before "Show more" is pressed. */
const PAGE = 4000

/**
 * The tokens of an answer, coloured and underlined by how likely each was. One stop for the Tab key;
 * arrows move from token to token, and what was considered instead is shown below.
 */
export function TokenProbabilities({ tokens }: { tokens: readonly TokenLogprob[] }) {
  const id = useId()
  const [active, setActive] = useState(0)
  const [shown, setShown] = useState(PAGE)
  const count = Math.min(tokens.length, shown)
  const groups = Math.ceil(count / GROUP)

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowRight: active + 1,
      ArrowLeft: active - 1,
      ArrowDown: active + 10,
      ArrowUp: active - 10,
      Home: 0,
      End: count - 1,
    }
    const next = moves[event.key]
    if (next === undefined) return
    event.preventDefault()
    const at = Math.max(0, Math.min(count - 1, next))
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
          // oxlint-disable-next-line react/no-array-index-key -- the same text may be listed twice
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
