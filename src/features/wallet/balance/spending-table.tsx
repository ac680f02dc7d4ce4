import { formatMicroUsd } from '../../../core/format/money.ts'
import type { DaySpending } from '../../../core/storage/spending/spending.ts'
import {
  spendingBy,
  type SpendingGroup,
  spendingStrip,
} from '../../../core/wallet/balance/spending.ts'
import { Segmented } from '../../../ui/controls/toggles.tsx'

const GROUPS = [
  { value: 'day', label: 'Day' },
  { value: 'model', label: 'Model' },
  { value: 'connection', label: 'Connection' },
  { value: 'conversation', label: 'Conversation' },
] as const satisfies readonly { value: SpendingGroup; label: string }[]

/** Lines of a table; the rest is in the exported file. */
const MAX_LINES = 100
/** Days of the strip where no range is chosen. */
const MAX_STRIP_DAYS = 90

interface SpendingTableProps {
  group: SpendingGroup
  onGroup: (group: SpendingGroup) => void
  rows: readonly DaySpending[]
  titles: ReadonlyMap<string, string>
  days: number | undefined
  /** Unix ms. */
  now: number
}

/** What requests cost, by day or by what it went on. */
export function SpendingTable({ group, onGroup, rows, titles, days, now }: SpendingTableProps) {
  const lines = spendingBy(group, rows, titles)
  const isCode = group === 'day' || group === 'model'
  if (lines.length === 0) return <p className="text-sm text-text-3">Nothing spent in this range</p>
  return (
    <>
      <Strip bars={spendingStrip(rows, days ?? MAX_STRIP_DAYS, now)} />
      <Segmented
        label="Group by"
        options={GROUPS}
        value={group}
        onChange={onGroup}
        className="self-start"
      />
      <table aria-label="Charges" className="w-full table-fixed text-sm">
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
          {lines.slice(0, MAX_LINES).map(({ key, name, microUsd, estimatedMicroUsd, requests }) => (
            <tr key={key} className="border-b last:border-b-0">
              <td className={`truncate py-1.5 pr-4 ${isCode ? 'font-mono' : ''}`} title={name}>
                {name}
              </td>
              <td className="pr-4 text-right font-mono text-text-2">{requests}</td>
              <td className="text-right font-mono text-money">
                {estimatedMicroUsd > 0 && '≈ '}
                {formatMicroUsd(microUsd)}
              </td>
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
