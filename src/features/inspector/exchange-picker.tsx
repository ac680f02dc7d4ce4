import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import { formatDateTime, formatTime } from '../../core/format/time.ts'
import { modelOf, outcomeWord } from '../../core/inspector/exchange-text.ts'
import type { SavedSummary } from '../../core/storage/exchanges/exchange-database.ts'

interface ExchangePickerProps {
  /** Accessible name: "Exchange". */
  label: string
  /** What stands for the empty value: "Latest request (live)". */
  empty: string
  /** Those of this page, oldest first. */
  exchanges: readonly Exchange[]
  /** Those that this browser keeps, newest first. */
  kept: readonly SavedSummary[]
  /** Undefined or empty: none is chosen. */
  chosenId: string | undefined
  onChoose: (id: string | undefined) => void
}

/** Chooses among the exchanges of this page and those kept with conversations, newest first. */
export function ExchangePicker(props: ExchangePickerProps) {
  const { label, empty, exchanges, kept, chosenId, onChoose } = props
  const here = new Set(exchanges.map(({ id }) => id))
  const older = kept.filter(({ id }) => !here.has(id))
  return (
    <select
      aria-label={label}
      className="w-full min-w-0 grow truncate field font-mono text-xs"
      value={chosenId ?? ''}
      onChange={({ target }) => onChoose(target.value === '' ? undefined : target.value)}
    >
      <option value="">{empty}</option>
      {exchanges.toReversed().map((exchange) => (
        <option key={exchange.id} value={exchange.id}>
          {exchangeTitle(exchange)}
        </option>
      ))}
      {older.length > 0 && (
        <optgroup label="Saved">
          {older.map((summary) => (
            <option key={summary.id} value={summary.id}>
              {keptTitle(summary)}
            </option>
          ))}
        </optgroup>
      )}
    </select>
  )
}

function exchangeTitle(exchange: Exchange): string {
  const { startedAt, request, status } = exchange
  const model = modelOf(exchange)
  return [
    formatTime(startedAt),
    `${request.method} ${request.path}`,
    String(status ?? outcomeWord(exchange).word),
    ...(model === undefined ? [] : [model]),
  ].join(' · ')
}

function keptTitle({ startedAt, line, status, model }: SavedSummary): string {
  return [formatDateTime(startedAt), line, status, model]
    .filter((part) => part !== undefined)
    .join(' · ')
}
