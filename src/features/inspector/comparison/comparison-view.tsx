import { useMemo, useState } from 'react'

import { emptyAnswer } from '../../../../contract/chat/answer.ts'
import { readWhole, withReadings } from '../../../../contract/chat/read/read-event.ts'
import type { Exchange } from '../../../core/client/exchanges/exchange.ts'
import { formatDateTime, formatNumber } from '../../../core/format/units.ts'
import {
  type ComparisonRow,
  costRows,
  headerRows,
  requestRows,
  runRows,
} from '../../../core/inspector/comparison-rows.ts'
import { isEncrypted, isOpenedHere, modelOf } from '../../../core/inspector/exchange-text.ts'
import {
  chatBody,
  commonLength,
  promptParting,
  type PromptParting,
} from '../../../core/inspector/explain/prompt-parting.ts'
import { versionChange } from '../../../core/inspector/headers.ts'
import { answerReplay } from '../../../core/inspector/replay/event-kind.ts'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { Section } from '../../../ui/content/section.tsx'
import { CutText } from '../../../ui/content/visible-text.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { part } from '../../../ui/feedback/part.tsx'
import { Skeleton } from '../../../ui/feedback/states.tsx'
import { jsonToCopy } from '../../../ui/format/json.ts'
import { EncryptionNote } from '../tab-parts.tsx'

const ExplainSection = part(() => import('./explanation.tsx'), 'ExplainSection', {
  fallback: <Skeleton lines={2} />,
})

interface ComparisonViewProps {
  before: Exchange
  after: Exchange
}

/** Two exchanges side by side, the earlier one left: what was asked, what came, what it took. */
export function ComparisonView({ before, after }: ComparisonViewProps) {
  const request = useMemo(() => requestRows(before, after), [before, after])
  const headers = useMemo(() => headerRows(before, after), [before, after])
  const texts = useMemo(() => [answerText(before), answerText(after)] as const, [before, after])
  const change = versionChange(before, after)
  return (
    <section
      aria-label="Comparison"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable
      tabIndex={0}
      className="flex h-full scroll-area flex-col gap-4 p-3"
    >
      {change !== undefined && (
        <p role="note" className="rounded-lg bg-warn/10 p-3">
          The service changed between these two runs:{' '}
          <span className="font-mono text-xs">{change.before}</span> to{' '}
          <span className="font-mono text-xs">{change.after}</span>. A difference below may come
          from that.
        </p>
      )}
      <Section title="Run">
        <Rows label="Run" rows={runRows(before, after)} {...{ before, after }} />
      </Section>
      <Explain key={`${before.id} ${after.id}`} before={before} after={after} />
      <PromptSection before={before} after={after} />
      <Section title="Request">
        {request.length === 0 ? (
          <p className="text-text-2">The requests are the same.</p>
        ) : (
          <Rows label="Request differences" rows={request} {...{ before, after }} />
        )}
      </Section>
      <Section title="Response">
        <EncryptionNote exchange={isEncrypted(after) ? after : before} />
        <p className="text-text-2">
          {texts[0] === texts[1]
            ? 'The responses are identical.'
            : `The responses differ from character ${commonLength(...texts) + 1}.`}
        </p>
        <div className="grid grid-cols-2 gap-2">
          {texts.map((text, index) => (
            <div
              // There are always these two.
              key={index}
              role="group"
              aria-label={index === 0 ? 'Earlier response' : 'Later response'}
              className="rounded-md border bg-surface-0 p-2 text-sm wrap-anywhere"
            >
              {isOpenedHere(index === 0 ? before : after) && (
                <p>
                  <Badge tone="accent">decrypted</Badge>
                </p>
              )}
              {text === '' ? (
                <span className="text-text-3">No text.</span>
              ) : (
                <CutText text={text} characters={4000} lines={200} />
              )}
            </div>
          ))}
        </div>
      </Section>
      <Section title="Cost">
        <Rows label="Cost" rows={costRows(before, after)} {...{ before, after }} />
      </Section>
      <Disclosure summary={<span>Headers that differ · {headers.length}</span>}>
        <Rows label="Headers that differ" rows={headers} {...{ before, after }} />
      </Disclosure>
    </section>
  )
}

function Explain(props: ComparisonViewProps) {
  const [isOpen, setOpen] = useState(false)
  return isOpen ? (
    <ExplainSection {...props} />
  ) : (
    <p>
      <Button onClick={() => setOpen(true)}>Explain difference</Button>
    </p>
  )
}

interface RowsProps extends ComparisonViewProps {
  label: string
  rows: readonly ComparisonRow[]
}

/** More rows than this would slow the page down. */
const MAX_ROWS = 200

function Rows({ label, rows, before, after }: RowsProps) {
  if (rows.length === 0) return <p className="text-text-3">Neither reports anything.</p>
  return (
    <>
      <table aria-label={label} className="comparison-table text-xs">
        <thead>
          <tr className="text-left align-top text-text-3">
            <th scope="col" className="py-1 pr-2 font-normal">
              <span className="sr-only">What</span>
            </th>
            <RunHead exchange={before} />
            <RunHead exchange={after} />
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_ROWS).map((row) => (
            <tr key={row.name} className="border-t align-top">
              <th scope="row" className="py-1 pr-2 text-left font-mono font-normal wrap-anywhere">
                {row.name}
              </th>
              <Cell text={row.before} />
              <Cell text={row.after} change={row.change} differs={row.before !== row.after} />
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MAX_ROWS && (
        <p className="text-text-3">
          The first {MAX_ROWS} of {formatNumber(rows.length)} rows.
        </p>
      )}
    </>
  )
}

function RunHead({ exchange }: { exchange: Exchange }) {
  return (
    <th scope="col" className="py-1 pr-2 font-normal wrap-anywhere tabular-nums">
      {formatDateTime(exchange.startedAt)} {modelOf(exchange)}
    </th>
  )
}

interface CellProps {
  text: string | undefined
  change?: string | undefined
  differs?: boolean
}

function Cell({ text, change, differs = false }: CellProps) {
  const isShort = text !== undefined && text.length <= SHORT
  return (
    <td
      className={`py-1 pr-2 wrap-anywhere tabular-nums ${differs && isShort ? 'font-semibold' : ''}`}
    >
      {text === undefined ? <span className="text-text-3">–</span> : <CutText text={text} />}
      {change !== undefined && <span className="font-normal text-text-2"> ({change})</span>}
    </td>
  )
}

/** Longer values are not set in bold. */
const SHORT = 40

/** What an exchange brought, as one text: the words of a chat's choices, or the body as it came. */
export function answerText(exchange: Exchange): string {
  const { body, eventCount, providerName } = exchange
  if (eventCount > 0) return choicesText(answerReplay(exchange)(eventCount).answer.choices)
  if (body === undefined) return ''
  if (body.kind === 'text') return body.text
  if (body.kind === 'file') return `${body.mediaType}, ${body.bytes} bytes`
  const readings = readWhole(JSON.stringify(body.value), { providerName, nowMs: 0 })
  const { choices } = withReadings(emptyAnswer, readings).answer
  return choices.length > 0 ? choicesText(choices) : jsonToCopy(body.value)
}

type Choices = readonly {
  content: string
  refusal?: string
  toolCalls: readonly { name: string; arguments: string }[]
}[]

function choicesText(choices: Choices): string {
  return choices
    .map(({ content, refusal = '', toolCalls }) =>
      [content, refusal, ...toolCalls.map((call) => `${call.name}(${call.arguments})`)]
        .filter((part) => part !== '')
        .join('\n'),
    )
    .join('\n\n')
}

interface PromptSectionProps {
  before: Exchange
  after: Exchange
}

/** Where the prompts of two chat requests first part, and what of a prompt cache that leaves. */
export function PromptSection({ before, after }: PromptSectionProps) {
  const parting = useMemo(() => {
    const [from, to] = [chatBody(before), chatBody(after)]
    return from.ok && to.ok ? { parting: promptParting(from.body, to.body) } : undefined
  }, [before, after])
  if (parting === undefined) return null
  const cached = after.receipt.usage?.prompt_tokens_details?.cached_tokens
  return (
    <Section title="Prompt">
      {parting.parting === undefined ? (
        <p className="text-text-2">The prompts are the same.</p>
      ) : (
        <Parting parting={parting.parting} />
      )}
      {typeof cached === 'number' && (
        <p className="text-text-2">
          The later response reports {formatNumber(cached)} cached prompt tokens.
        </p>
      )}
    </Section>
  )
}

function Parting({ parting }: { parting: PromptParting }) {
  const { path, character, before, after, isContinued, cachedUpTo } = parting
  if (isContinued)
    return (
      <p className="text-text-2">
        The later prompt continues the earlier one at <Path>{path}</Path>: everything that was
        cached of it can be used again.
      </p>
    )
  return (
    <>
      <p className="text-text-2">
        The prompts first differ at <Path>{path}</Path>
        {character !== undefined && `, character ${formatNumber(character + 1)}`}.{' '}
        {cachedUpTo === undefined ? (
          'A prompt cache can use nothing of the earlier one.'
        ) : (
          <>
            A prompt cache can use it up to the end of <Path>{cachedUpTo}</Path>.
          </>
        )}
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-2 text-xs">
        <Excerpt label="Earlier" text={before} />
        <Excerpt label="Later" text={after} />
      </dl>
    </>
  )
}

function Excerpt({ label, text }: { label: string; text: string | undefined }) {
  return (
    <>
      <dt className="text-text-3">{label}</dt>
      <dd className="font-mono wrap-anywhere">
        {text === undefined ? <span className="text-text-3">ends here</span> : text}
      </dd>
    </>
  )
}

function Path({ children }: { children: string }) {
  return <code className="wrap-anywhere">{children}</code>
}
