import { useEffect, useState } from 'react'

import { formatMicroUsd } from '../../../core/format/money.ts'
import { listConversations } from '../../../core/storage/conversations/conversations.ts'
import { listLabels } from '../../../core/storage/conversations/labels.ts'
import { dayOf, type DaySpending, listSpending } from '../../../core/storage/spending/spending.ts'
import {
  spendingBy,
  spendingCsv,
  type SpendingGroup,
  type SpendingLine,
  spendingSince,
  spendingStrip,
} from '../../../core/wallet/balance/spending.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { saveFile } from '../../../ui/save-file.ts'

const GROUPS = [
  { value: 'day', label: 'Day' },
  { value: 'model', label: 'Model' },
  { value: 'connection', label: 'Connection' },
  { value: 'conversation', label: 'Conversation' },
] as const satisfies readonly { value: SpendingGroup; label: string }[]

const RANGES = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '', label: 'All' },
]

/** Lines of a table; the rest is in the exported file. */
const MAX_LINES = 100
/** Days of the strip where no range is chosen. */
const MAX_STRIP_DAYS = 90

interface Known {
  rows: readonly DaySpending[]
  titles: ReadonlyMap<string, string>
  /** Unix ms. */
  readAt: number
}

/** What requests cost over time, as their APIs reported it. All of it stays in this browser. */
export function SpendingPanel() {
  const [known, setKnown] = useState<Known | 'unreadable'>()
  const [group, setGroup] = useState<SpendingGroup>('day')
  const [range, setRange] = useState('30')
  useEffect(() => {
    const read = () =>
      void readKnown().then(setKnown, () => setKnown((before) => before ?? 'unreadable'))
    read()
    // Other tabs spend too.
    window.addEventListener('focus', read)
    return () => window.removeEventListener('focus', read)
  }, [])
  if (known === undefined) return null
  if (known === 'unreadable')
    return <p className="text-sm text-text-3">Storage is blocked, so spending isn't counted.</p>
  const { rows, titles, readAt: now } = known
  if (rows.length === 0)
    return (
      <p className="text-sm text-text-3">
        Nothing spent yet. Costs that APIs report are added up here, in this browser only.
      </p>
    )
  const days = range === '' ? undefined : Number(range)
  const shown = spendingSince(rows, days, now)
  const lines = spendingBy(group, shown, titles)
  const total = shown.reduce((sum, { microUsd }) => sum + microUsd, 0)
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Segmented label="Group by" options={GROUPS} value={group} onChange={setGroup} />
        <select
          aria-label="Range"
          value={range}
          onChange={(event) => setRange(event.target.value)}
          className="field"
        >
          {RANGES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <p className="mr-auto text-sm text-text-2">
          Total <span className="font-mono text-money">{formatMicroUsd(total)}</span>
        </p>
        <Button
          onClick={() =>
            saveFile(
              `spending-${dayOf(now)}.csv`,
              new Blob([spendingCsv(shown, titles)], { type: 'text/csv' }),
            )
          }
        >
          Export
        </Button>
      </div>
      <Strip bars={spendingStrip(shown, days ?? MAX_STRIP_DAYS, now)} />
      {lines.length === 0 ? (
        <p className="text-sm text-text-3">Nothing spent in this range</p>
      ) : (
        <SpendingTable group={group} lines={lines} />
      )}
    </>
  )
}

/** A bar for each day; the table says the same in words. */
function Strip({ bars }: { bars: readonly { day: string; microUsd: number }[] }) {
  const most = Math.max(...bars.map(({ microUsd }) => microUsd), 1)
  return (
    <svg
      viewBox={`0 0 ${bars.length * 4} 40`}
      preserveAspectRatio="none"
      aria-hidden
      className="h-10 w-full border-b"
    >
      {bars.map(({ day, microUsd }, index) => {
        const height = microUsd === 0 ? 0 : Math.max(1.5, (microUsd / most) * 40)
        return (
          <rect
            key={day}
            x={index * 4 + 0.5}
            y={40 - height}
            width="3"
            height={height}
            fill="var(--money)"
          />
        )
      })}
    </svg>
  )
}

function SpendingTable({ group, lines }: { group: SpendingGroup; lines: readonly SpendingLine[] }) {
  const isCode = group === 'day' || group === 'model'
  return (
    <>
      <table aria-label="Spending" className="w-full table-fixed text-sm">
        <thead>
          <tr className="border-b text-left text-xs text-text-3">
            <th className="py-1 pr-4 font-normal">
              {GROUPS.find(({ value }) => value === group)?.label}
            </th>
            <th className="w-20 pr-4 text-right font-normal">Requests</th>
            <th className="w-28 text-right font-normal">Cost</th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, MAX_LINES).map(({ key, name, microUsd, requests }) => (
            <tr key={key} className="border-b last:border-b-0">
              <td className={`truncate py-1.5 pr-4 ${isCode ? 'font-mono' : ''}`} title={name}>
                {name}
              </td>
              <td className="pr-4 text-right font-mono text-text-2">{requests}</td>
              <td className="text-right font-mono text-money">{formatMicroUsd(microUsd)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length > MAX_LINES && (
        <p className="text-xs text-text-3">{lines.length - MAX_LINES} more in the exported file</p>
      )}
    </>
  )
}

async function readKnown(): Promise<Known> {
  const rows = await listSpending()
  // Without the names, amounts are still right.
  const [conversations, labels] = await Promise.all([
    listConversations().catch(() => []),
    listLabels().catch(() => undefined),
  ])
  const titles = conversations.map(({ id, title }): [string, string] => [
    id,
    labels?.get(id)?.name ?? (title.trim() || 'Untitled'),
  ])
  return { rows, titles: new Map(titles), readAt: Date.now() }
}
