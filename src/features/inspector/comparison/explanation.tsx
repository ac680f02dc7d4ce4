import { useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { adviceForFailure } from '../../../../contract/errors/failure.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import type { Exchange } from '../../../core/client/exchanges/exchange.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { formatNumber } from '../../../core/format/units.ts'
import {
  explainDifference,
  explainPlan,
  type ExplainPlan,
  type Explanation,
  type Rerun,
} from '../../../core/inspector/explain/explain-difference.ts'
import {
  chatBody,
  maxExplainCost,
  rerunChat,
} from '../../../core/inspector/explain/prompt-parting.ts'
import { client } from '../../../page/client.ts'
import { openInspector } from '../../../page/inspector-store.ts'
import { Section } from '../../../ui/content/section.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { useLoaded } from '../../../ui/hooks/use-loaded.ts'

interface ExplainProps {
  before: Exchange
  after: Exchange
}

interface Search {
  reruns: readonly Rerun[]
  controller?: AbortController
  explanation?: Explanation
}

const NONE: Search = { reruns: [] }

/** The searches of this page, by their pair of requests: looking at one of the requests loses nothing. */
const searches = createStore<ReadonlyMap<string, Search>>(() => new Map())

/** Which differences between two requests change the response: sends them again, after a press. */
export function ExplainSection({ before, after }: ExplainProps) {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const pair = `${before.id} ${after.id}`
  const search = useStore(searches, (all) => all.get(pair) ?? NONE)
  const setSearch = (change: (search: Search) => Search) =>
    searches.setState((all) => new Map(all).set(pair, change(all.get(pair) ?? NONE)), true)
  const running = useRef<AbortController>(undefined)
  // What costs money ends with the view that shows it.
  useEffect(() => () => running.current?.abort(), [])
  const [from, to] = useMemo(() => [chatBody(before), chatBody(after)] as const, [before, after])
  const plan = useMemo(
    () => (from.ok && to.ok ? explainPlan(from.body, to.body) : undefined),
    [from, to],
  )
  if (!from.ok || !to.ok || plan === undefined) {
    const reason = from.ok ? (to.ok ? '' : to.reason) : from.reason
    return (
      <Section title="Cause">
        <p className="text-text-2">{reason}</p>
      </Section>
    )
  }
  if (connection === undefined)
    return (
      <Section title="Cause">
        <p className="text-text-2">Connect to an API first.</p>
      </Section>
    )
  const start = async () => {
    const controller = new AbortController()
    running.current = controller
    setSearch(() => ({ reruns: [], controller }))
    const explanation = await explainDifference(from.body, to.body, {
      send: (body) => rerunChat(client, connection, body, controller.signal),
      onRerun: (index, rerun) =>
        setSearch(({ reruns, ...rest }) => ({
          ...rest,
          reruns: reruns.toSpliced(index, 1, rerun),
        })),
      signal: controller.signal,
    })
    setSearch(({ reruns }) => ({ reruns, explanation }))
  }
  const { reruns, controller, explanation } = search
  return (
    <Section
      title="Cause"
      aside={controller !== undefined && <Button onClick={() => controller.abort()}>Stop</Button>}
    >
      {controller === undefined && <PlanText plan={plan} before={from.body} />}
      <p role="status" aria-label="Cause" className="empty:hidden">
        {controller !== undefined
          ? `Request ${formatNumber(reruns.length)} of at most ${formatNumber(plan.maxRequests)}…`
          : explanation && explanationText(explanation)}
      </p>
      {controller === undefined && (
        <p>
          <Button
            variant={explanation === undefined ? 'primary' : 'plain'}
            onClick={() => void start()}
          >
            {explanation === undefined ? 'Send requests' : 'Repeat'}
          </Button>
        </p>
      )}
      {reruns.length > 0 && <Reruns reruns={reruns} isRunning={controller !== undefined} />}
    </Section>
  )
}

function PlanText({ plan, before }: { plan: ExplainPlan; before: JsonObject }) {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const cost = useLoaded(
    () =>
      connection &&
      maxExplainCost(client, connection, plan, before).then((microUsd) => ({ microUsd })),
    [connection, plan, before],
  )
  const price =
    cost === undefined
      ? ''
      : cost.microUsd === undefined
        ? ' The prices are not known.'
        : ` They cost at most ${formatMicroUsd(cost.microUsd)}.`
  return (
    <div className="flex flex-col gap-1 text-text-2">
      <p>Both requests are resent to see how much responses vary. Then the changes are tried.</p>
      <p>
        At most {formatNumber(plan.maxRequests)} requests to{' '}
        <span className="font-mono text-xs">{connection?.baseUrl}</span>.{price}
      </p>
      <p>
        {plan.changes.length === 0
          ? 'The requests are the same: this shows how much responses vary.'
          : `Changes: ${plan.changes.map(({ path }) => path).join(', ')}.`}
      </p>
    </div>
  )
}

function explanationText(explanation: Explanation): string {
  switch (explanation.kind) {
    case 'noise':
      return 'Chance explains the difference: responses to the same request vary as much.'
    case 'stopped':
      return 'Stopped.'
    case 'held_back': {
      const { failure } = explanation
      return `No cause found. ${adviceForFailure(failure).title}: ${failure.message}`
    }
    case 'cause': {
      const { changes, trait, isNarrowed } = explanation
      const paths = changes.map(({ path }) => path).join(' with ')
      const effect =
        trait.typical === undefined
          ? `changes ${trait.name} of the response`
          : `changes ${trait.name} from “${trait.typical.before}” to “${trait.typical.after}”`
      return `${paths} ${effect}.${isNarrowed ? '' : ' There may be a smaller cause: the search reached its limit.'}`
    }
  }
}

const SIDES = { before: 'like the earlier', after: 'like the later' } as const

function Reruns({ reruns, isRunning }: { reruns: readonly Rerun[]; isRunning: boolean }) {
  return (
    <table aria-label="Requests sent" className="comparison-table text-xs">
      <thead>
        <tr className="text-left text-text-3">
          <th scope="col" className="py-1 pr-2 font-normal">
            Request
          </th>
          <th scope="col" className="py-1 pr-2 font-normal">
            Response
          </th>
        </tr>
      </thead>
      <tbody>
        {reruns.map(({ label, outcome, side, exchangeId }, index) => (
          // They only ever grow at the end.
          <tr key={index} className="border-t">
            <th scope="row" className="pr-2 text-left font-normal wrap-anywhere">
              {label}
            </th>
            <td className="h-7 pr-2">
              {outcome === undefined ? (
                <span className="text-text-3">waiting</span>
              ) : (
                <>
                  {side === undefined ? outcome : `${outcome}, ${SIDES[side]}`}{' '}
                  {exchangeId !== undefined && !isRunning && (
                    <button
                      type="button"
                      className="underline target"
                      onClick={() => openInspector(exchangeId)}
                    >
                      Inspect
                    </button>
                  )}
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
