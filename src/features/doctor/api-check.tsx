import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { adviceForFailure } from '../../../contract/errors/failure.ts'
import type { Connection } from '../../core/client/connection/connections.ts'
import { listModelsOptions } from '../../core/client/queries/models.ts'
import type { Replies } from '../../core/doctor/reply.ts'
import {
  checkReport,
  type CheckReport,
  countsOf,
  differencesFrom,
  readReport,
  reportMarkdown,
  RESULT_WORDS,
  RESULTS,
} from '../../core/doctor/report.ts'
import {
  checkChats,
  checkForFree,
  maxChatsCost,
  priceOf,
  rowsOf,
  type DoctorEnd,
  type DoctorRow,
} from '../../core/doctor/run-doctor.ts'
import type { ProbeResult } from '../../core/doctor/verdict.ts'
import { fileName } from '../../core/format/file-name.ts'
import { client } from '../../page/client.ts'
import { openInspector } from '../../page/inspector-store.ts'
import { queryClient } from '../../page/query-client.ts'
import { Disclosure } from '../../ui/content/disclosure.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { pickFile } from '../../ui/controls/file-picker.tsx'
import { cx } from '../../ui/cx.ts'
import { Spinner } from '../../ui/feedback/states.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { saveFile } from '../../ui/files.ts'
import { useLoaded } from '../../ui/hooks/use-loaded.ts'
import { loadWitness } from './lazy.ts'

interface CheckState {
  /** Of which connection: another one has its own. */
  session?: string
  checkedAt: number
  /** '' until chat requests were sent. */
  model: string
  replies: Replies
  isRunning?: true
  end?: DoctorEnd
  /** What differs from what is known of the documented service, a sentence each. */
  differences?: readonly string[]
  /** An earlier report, to compare with. */
  other?: CheckReport
}

const NOTHING: CheckState = { checkedAt: 0, model: '', replies: {} }

/** The last check of this page: looking at one of its requests loses nothing. */
const check = createStore<CheckState>(() => NOTHING)

interface ApiCheckProps {
  connection: Connection
  /** Closes what it stands in, such as to look at a request. */
  onLeave: () => void
}

/** Checks what clients rely on of an API: for free by one press, and by chat requests after their price was shown. */
export function ApiCheck({ connection, onLeave }: ApiCheckProps) {
  const last = useStore(check)
  const isOwn = last.session === connection.session
  const { model, replies, isRunning = false, end, other, differences = [] } = isOwn ? last : NOTHING
  const [showsAll, setShowsAll] = useState(false)
  const controller = useRef<AbortController>(undefined)
  // What is sent ends with what shows it.
  useEffect(() => () => controller.current?.abort(), [])
  const origin = new URL(connection.baseUrl).origin
  const pageOrigin = connection.kind === 'remote' ? location.origin : origin
  const asking = { place: 'page' as const, pageOrigin, connection, model }

  const run = async (paid?: string) => {
    const own = new AbortController()
    controller.current = own
    const { top_up } = last.replies
    const earlier = paid === undefined ? { top_up } : replies
    const started: CheckState = {
      session: connection.session,
      checkedAt: client.world.clock.now(),
      model: paid ?? '',
      replies: earlier,
      isRunning: true,
      ...(other && { other }),
    }
    check.setState(started, true)
    const options = {
      ...asking,
      signal: own.signal,
      earlier,
      onReplies: (next: Replies) => check.setState({ replies: next }),
    }
    const ended =
      paid === undefined
        ? await checkForFree(client, connection, options)
        : await checkChats(client, connection, paid, options)
    const found = await knownDifferences(check.getState().replies)
    check.setState(
      ({ isRunning: _, ...rest }) => ({ ...rest, end: ended, differences: found }),
      true,
    )
  }

  const rows = rowsOf(replies, asking)
  const report = () =>
    checkReport(rows, {
      baseUrl: connection.baseUrl,
      model,
      checkedAt: last.checkedAt,
      differences,
    })
  return (
    <section aria-label="API check" className="flex flex-col gap-3 border-t pt-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-text-2">
          {!isRunning && end !== undefined
            ? `Checked at ${new Date(last.checkedAt).toLocaleTimeString()}.`
            : 'Checks what clients rely on. Nothing is billed.'}
        </p>
        {!isRunning ? (
          <Button onClick={() => void run()}>Check this API</Button>
        ) : (
          <Button onClick={() => controller.current?.abort()}>
            <Spinner /> Stop check
          </Button>
        )}
      </div>
      {(isRunning || end !== undefined) && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <Summary rows={rows} end={end} isRunning={isRunning} />
            <Button
              variant="ghost"
              className="-mr-2.5"
              aria-pressed={showsAll}
              onClick={() => setShowsAll(!showsAll)}
            >
              {showsAll ? 'Show problems only' : `Show all ${foundOf(rows).length}`}
            </Button>
          </div>
          <CheckTable rows={rows} other={other} showsAll={showsAll} onLeave={onLeave} />
          {differences.length > 0 && (
            <Disclosure
              className="-ml-1"
              summary={`Differs from what is known: ${differences.length}`}
            >
              <ul className="list-disc pl-9 text-xs wrap-anywhere text-text-2">
                {differences.map((difference) => (
                  <li key={difference}>{difference}</li>
                ))}
              </ul>
            </Disclosure>
          )}
          {!isRunning && (
            <div className="flex flex-wrap items-center gap-2">
              <Button onClick={() => save(report())}>Save report</Button>
              <Button onClick={() => void chooseReport()}>Compare report…</Button>
              <CopyButton
                text={() => reportMarkdown(report())}
                label="Copy report"
                words="Copy report"
              />
            </div>
          )}
          {!isRunning && end?.kind !== 'unreachable' && (
            <ChatRequests
              key={connection.session}
              connection={connection}
              onSend={(chosen) => void run(chosen)}
            />
          )}
        </>
      )}
    </section>
  )
}

async function knownDifferences(replies: Replies): Promise<string[]> {
  try {
    const { knownShapes, memberPaths } = await loadWitness()
    return differencesFrom(replies, true, { known: knownShapes(), memberPaths })
  } catch {
    // Its file could not be fetched; what was found stands without it.
    return []
  }
}

interface ChatRequestsProps {
  connection: Connection
  onSend: (model: string) => void
}

function ChatRequests({ connection, onSend }: ChatRequestsProps) {
  const models = useQuery(listModelsOptions(client, connection, { type: 'text' }), queryClient)
  const [chosen, setChosen] = useState<string>()
  const model = chosen ?? models.data?.[0]?.id ?? ''
  const price = useLoaded(async () => {
    const microUsd = await maxChatsCost(client, connection, model)
    return { model, words: priceOf(microUsd) }
  }, [connection, model])
  const listId = useId()
  const isPriced = price?.model === model
  return (
    <form
      aria-label="Chat requests"
      className="flex flex-col gap-2 rounded-md border p-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (isPriced && model.trim() !== '') onSend(model)
      }}
    >
      <p>Responses, streams, fields and errors take chat requests, which are billed.</p>
      <div className="flex flex-wrap items-center gap-2">
        <input
          type="text"
          aria-label="Model to check"
          list={listId}
          spellCheck={false}
          autoComplete="off"
          value={model}
          onChange={({ target }) => setChosen(target.value)}
          className="min-w-32 grow basis-0 field font-mono"
        />
        <datalist id={listId}>
          {models.data?.map(({ id }) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </datalist>
        <Button type="submit" disabled={!isPriced || model.trim() === ''}>
          Send chat requests
        </Button>
      </div>
      <p className="h-4 truncate text-xs text-text-2">{isPriced && price.words}</p>
    </form>
  )
}

/** What passed is no news, and has no color. */
const TONES: Readonly<Record<ProbeResult, string>> = {
  holds: 'text-text-2',
  breaks: 'text-bad font-semibold',
  'not supported': 'text-text-2',
  'model chose otherwise': 'text-warn',
}

interface SummaryProps {
  rows: readonly DoctorRow[]
  end: DoctorEnd | undefined
  isRunning: boolean
}

function Summary({ rows, end, isRunning }: SummaryProps) {
  const counts = countsOf(rows.map(({ verdict }) => verdict ?? {}))
  return (
    <p role="status" aria-label="API check">
      {[
        isRunning ? 'Checking…' : '',
        counts && `${counts}.`,
        isRunning || end === undefined ? '' : endWords(end),
      ]
        .filter((sentence) => sentence !== '')
        .join(' ')}
    </p>
  )
}

function endWords(end: DoctorEnd): string {
  switch (end.kind) {
    case 'done':
      return ''
    case 'stopped':
      return 'Stopped.'
    case 'timed_out':
      return `Timed out after ${end.seconds} s.`
    case 'redirected':
      return `Redirects to ${end.to}.`
    default:
      return `${adviceForFailure(end.failure).title}: ${end.failure.message}`
  }
}

interface CheckTableProps {
  rows: readonly DoctorRow[]
  other: CheckReport | undefined
  showsAll: boolean
  onLeave: () => void
}

function CheckTable({ rows, other, showsAll, onLeave }: CheckTableProps) {
  const earlier = new Map(other?.probes.map(({ name, result }) => [name, result]))
  const found = foundOf(rows)
  const isTelling = ({ name, verdict }: DoctorRow) =>
    verdict?.result !== 'holds' || (other !== undefined && earlier.get(name) !== 'holds')
  const rank = ({ verdict }: DoctorRow) => RESULTS.indexOf(verdict?.result ?? 'holds')
  const shown = showsAll
    ? found
    : found.filter(isTelling).toSorted((one, two) => rank(one) - rank(two))
  if (shown.length === 0) return null
  return (
    <table aria-label="API check" className="w-full text-xs">
      <thead className={other === undefined ? 'sr-only' : 'text-left text-text-3'}>
        <tr>
          <th scope="col" className="py-1 pr-2 font-normal">
            Probe
          </th>
          <th scope="col" className="py-1 pr-2 font-normal">
            Result
          </th>
          {other !== undefined && (
            <th scope="col" className="py-1 font-normal wrap-anywhere">
              {other.model || 'Free'}, {other.checkedAt.slice(0, 10)}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {shown.map(({ name, verdict, exchangeId }) => (
          <tr key={name} className="border-t align-top first:border-t-0">
            <th scope="row" className="w-2/5 py-1.5 pr-2 text-left font-normal">
              {name}
            </th>
            <td className="py-1.5 pr-2 wrap-anywhere">
              {verdict !== undefined && (
                <>
                  <span className={TONES[verdict.result]}>{RESULT_WORDS[verdict.result]}</span>{' '}
                  <span className="text-text-3">{verdict.reason}</span>{' '}
                </>
              )}
              {exchangeId !== undefined && (
                <button
                  type="button"
                  className="underline"
                  aria-label={`Inspect: ${name}`}
                  onClick={() => {
                    openInspector(exchangeId)
                    onLeave()
                  }}
                >
                  Inspect
                </button>
              )}
            </td>
            {other !== undefined && (
              <td
                className={cx(
                  'py-1.5',
                  earlier.get(name) !== verdict?.result && 'font-semibold text-warn',
                )}
              >
                {wordsOf(earlier.get(name))}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function foundOf(rows: readonly DoctorRow[]): DoctorRow[] {
  return rows.filter(({ verdict }) => verdict !== undefined)
}

function wordsOf(result: ProbeResult | undefined): string {
  return result === undefined ? 'not run' : RESULT_WORDS[result]
}

function save(report: CheckReport): void {
  const name = fileName(`api-check ${report.model} ${report.checkedAt.slice(0, 10)}`, 'api-check')
  saveFile(`${name}.json`, new Blob([JSON.stringify(report, undefined, 2)]))
}

async function chooseReport(): Promise<void> {
  const file = await pickFile('.json,application/json')
  if (file === undefined) return
  const report = readReport(await file.text())
  if (typeof report === 'string') showToast(report)
  else check.setState({ other: report })
}
