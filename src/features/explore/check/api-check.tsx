import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { adviceForFailure } from '../../../../contract/errors/failure.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import { listModelsOptions } from '../../../core/client/queries/models.ts'
import { REQUEST_NAMES } from '../../../core/explore/api-check/check-requests.ts'
import type { ProbeResult } from '../../../core/explore/api-check/probe.ts'
import {
  checkReport,
  readReport,
  type CheckReport,
} from '../../../core/explore/api-check/report.ts'
import {
  maxCheckCost,
  PROBES,
  runApiCheck,
  type CheckEnd,
  type CheckRow,
} from '../../../core/explore/api-check/run-api-check.ts'
import { fileName } from '../../../core/format/file-name.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { client } from '../../../page/client.ts'
import { openInspector } from '../../../page/inspector-store.ts'
import { queryClient } from '../../../page/query-client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { pickFile } from '../../../ui/pick-file.ts'
import { saveFile } from '../../../ui/save-file.ts'

interface CheckState {
  /** Of which API and model. */
  about?: { baseUrl: string; model: string; checkedAt: number }
  rows: readonly CheckRow[]
  controller?: AbortController
  end?: CheckEnd
  /** An earlier report, to compare with. */
  other?: CheckReport
}

/** The last check of this page: looking at one of its requests, or another area, loses nothing. */
const check = createStore<CheckState>(() => ({ rows: [] }))

/** Checks what a client relies on of the connected API, with one model, at a price that is shown before. */
export function ApiCheck({ connection }: { connection: Connection }) {
  const { about, rows, controller, end, other } = useStore(check)
  const models = useQuery(listModelsOptions(client, connection, { type: 'text' }), queryClient)
  const [chosen, setChosen] = useState<string>()
  const model = chosen ?? models.data?.[0]?.id ?? ''
  const listId = useId()
  const running = useRef<AbortController>(undefined)
  // What costs money ends with the area that shows it.
  useEffect(() => () => running.current?.abort(), [])
  const start = async () => {
    const own = new AbortController()
    running.current = own
    const started = { baseUrl: connection.baseUrl, model, checkedAt: Date.now() }
    const empty = PROBES.map(({ name }) => ({ name }))
    check.setState(
      (before) => ({
        ...(before.other === undefined ? {} : { other: before.other }),
        about: started,
        rows: empty,
        controller: own,
      }),
      true,
    )
    const ended = await runApiCheck(client, connection, model, {
      signal: own.signal,
      onRows: (next) => check.setState({ rows: next }),
    })
    check.setState(({ controller: _, ...rest }) => ({ ...rest, end: ended }), true)
  }
  return (
    <section aria-label="API check" className="flex flex-col gap-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {controller === undefined ? (
          <Button disabled={model.trim() === ''} onClick={() => void start()}>
            Check this API
          </Button>
        ) : (
          <Button onClick={() => controller.abort()}>Stop check</Button>
        )}
        <input
          type="text"
          aria-label="Model to check"
          list={listId}
          spellCheck={false}
          autoComplete="off"
          value={model}
          disabled={controller !== undefined}
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
        <Price key={`${connection.session} ${model}`} connection={connection} model={model} />
      </div>
      {about !== undefined && (
        <>
          <Summary rows={rows} end={end} isRunning={controller !== undefined} />
          <div className="flex flex-wrap gap-2">
            {controller === undefined && (
              <Button onClick={() => save(checkReport(rows, about))}>Save report</Button>
            )}
            <Button onClick={() => void chooseReport()}>Compare report…</Button>
          </div>
          <CheckTable rows={rows} other={other} isRunning={controller !== undefined} />
        </>
      )}
    </section>
  )
}

function Price({ connection, model }: { connection: Connection; model: string }) {
  const [cost, setCost] = useState<{ microUsd: number | undefined }>()
  useEffect(() => {
    let isCurrent = true
    void maxCheckCost(client, connection, model).then((microUsd) => {
      if (isCurrent) setCost({ microUsd })
    })
    return () => {
      isCurrent = false
    }
  }, [connection, model])
  return (
    <p className="h-4 w-full truncate text-xs text-text-2">
      {REQUEST_NAMES.length} requests
      {cost !== undefined &&
        (cost.microUsd === undefined
          ? ', price unknown'
          : `, at most ${formatMicroUsd(cost.microUsd)}`)}
    </p>
  )
}

const TONES: Readonly<Record<ProbeResult, string>> = {
  holds: 'text-good',
  breaks: 'text-bad font-semibold',
  'not supported': 'text-text-2',
  'model chose otherwise': 'text-warn',
}

const RESULTS = Object.keys(TONES) as ProbeResult[]

function Summary({
  rows,
  end,
  isRunning,
}: {
  rows: readonly CheckRow[]
  end: CheckEnd | undefined
  isRunning: boolean
}) {
  const counts = RESULTS.flatMap((result) => {
    const count = rows.filter(({ verdict }) => verdict?.result === result).length
    return count === 0 ? [] : [`${result}: ${count}`]
  })
  const ended =
    end?.kind === 'held_back'
      ? ` ${adviceForFailure(end.failure).title}: ${end.failure.message}`
      : end?.kind === 'stopped'
        ? ' Stopped.'
        : ''
  return (
    <p role="status" aria-label="API check">
      {isRunning ? 'Checking… ' : ''}
      {counts.join(', ')}
      {counts.length > 0 && '.'}
      {ended}
    </p>
  )
}

interface CheckTableProps {
  rows: readonly CheckRow[]
  other: CheckReport | undefined
  isRunning: boolean
}

function CheckTable({ rows, other, isRunning }: CheckTableProps) {
  const earlier = new Map(other?.probes.map(({ name, result }) => [name, result]))
  return (
    <table aria-label="API check" className="w-full text-xs">
      <thead>
        <tr className="text-left text-text-3">
          <th scope="col" className="w-2/5 py-1 pr-2 font-normal">
            Probe
          </th>
          <th scope="col" className="py-1 pr-2 font-normal">
            Result
          </th>
          {other !== undefined && (
            <th scope="col" className="py-1 pr-2 font-normal wrap-anywhere">
              {other.model}, {other.checkedAt.slice(0, 10)}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, verdict, exchangeId }) => (
          <tr key={name} className="border-t align-top">
            <th scope="row" className="py-1 pr-2 text-left font-normal">
              {name}
            </th>
            <td className="py-1 pr-2 wrap-anywhere">
              {verdict === undefined ? (
                <span className="text-text-3">{isRunning ? 'waiting' : 'not run'}</span>
              ) : (
                <>
                  <span className={TONES[verdict.result]}>{verdict.result}</span>{' '}
                  <span className="text-text-3">{verdict.reason}</span>{' '}
                  {exchangeId !== undefined && (
                    <button
                      type="button"
                      className="underline"
                      aria-label={`Inspect: ${name}`}
                      onClick={() => openInspector(exchangeId)}
                    >
                      Inspect
                    </button>
                  )}
                </>
              )}
            </td>
            {other !== undefined && (
              <td
                className={cx(
                  'py-1 pr-2',
                  earlier.get(name) !== verdict?.result && 'font-semibold text-warn',
                )}
              >
                {earlier.get(name) ?? 'not run'}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
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
