import ArrowDown from 'lucide-react/icons/arrow-down'
import Check from 'lucide-react/icons/check'

import { type Model, contextTokensOf } from '../../../../contract/models/model.ts'
import { priceOf } from '../../../../contract/models/price.ts'
import { capabilitiesInWords, figuresInWords } from '../../../core/chat/model/model-facts.ts'
import type { ModelSort } from '../../../core/chat/model/model-query.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { formatTokens } from '../../../core/format/units.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { COLUMN, moveFocus } from '../../../ui/hooks/arrow-keys.ts'
import { ABILITY_ICONS, ModelBadges } from './model-badges.tsx'

interface ModelTableProps {
  models: readonly Model[]
  /** The model that the conversation uses, and the name that it is requested by. */
  currentId: string
  currentName: string
  activeId: string | undefined
  sort: ModelSort
  onSort: (sort: ModelSort) => void
  onActivate: (id: string) => void
  onUse: (id: string) => void
}

/** Models as rows to compare: arrow keys move, Enter uses the row, a heading sorts. */
export function ModelTable(props: ModelTableProps) {
  const { models, currentId, currentName, activeId, onActivate, onUse } = props
  return (
    <table
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- rows take keys
      role="grid"
      aria-label="Models"
      onKeyDown={(event) => {
        const rows = event.currentTarget.querySelectorAll<HTMLElement>('tbody tr')
        moveFocus(event, rows, { steps: COLUMN })
      }}
      className="w-full border-separate border-spacing-0 text-sm"
    >
      <thead className="text-left text-xs text-text-3">
        <tr>
          <SortHead {...props} by="name" label="Model" direction="ascending" />
          <th className="hidden px-2 font-normal sm:table-cell">Abilities</th>
          <SortHead {...props} by="context" label="Context" direction="descending" narrow />
          <th className="hidden px-2 text-right font-normal whitespace-nowrap sm:table-cell">
            Input / 1M
          </th>
          <SortHead {...props} by="price" label="Output / 1M" direction="ascending" narrow />
          <th>
            <span className="sr-only">Use</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {models.map((model) => (
          <ModelRow
            key={model.id}
            model={model}
            usedAs={model.id === currentId ? currentName : undefined}
            active={model.id === activeId}
            onActivate={() => onActivate(model.id)}
            onUse={() => onUse(model.id)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface SortHeadProps extends Pick<ModelTableProps, 'sort' | 'onSort'> {
  by: ModelSort
  label: string
  direction: 'ascending' | 'descending'
  /** A column of figures, which a phone has under the name. */
  narrow?: boolean
}

function SortHead({ by, label, direction, sort, onSort, narrow = false }: SortHeadProps) {
  const isSorted = sort === by
  return (
    <th
      aria-sort={isSorted ? direction : 'none'}
      className={cx('font-normal', narrow && 'hidden text-right sm:table-cell')}
    >
      <Button
        variant="ghost"
        className="px-2 text-xs font-normal"
        onClick={() => onSort(isSorted ? 'as listed' : by)}
      >
        {label}
        {isSorted && (
          <ArrowDown
            size={12}
            aria-hidden
            className={direction === 'ascending' ? 'rotate-180' : ''}
          />
        )}
      </Button>
    </th>
  )
}

interface ModelRowProps {
  model: Model
  /** The name that the conversation requests it by; undefined for another model. */
  usedAs: string | undefined
  active: boolean
  onActivate: () => void
  onUse: () => void
}

function ModelRow({ model, usedAs, active, onActivate, onUse }: ModelRowProps) {
  const context = contextTokensOf(model)
  const price = priceOf(model)
  const can = capabilitiesInWords(model)
  return (
    <tr
      tabIndex={active ? 0 : -1}
      aria-selected={active}
      onFocus={onActivate}
      onPointerMove={active ? undefined : onActivate}
      onClick={onActivate}
      onDoubleClick={onUse}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return
        // Else the key would press what has the focus once the dialog is closed.
        event.preventDefault()
        onUse()
      }}
      className="aria-selected:bg-surface-2 [&>td]:py-0.5"
    >
      <td className="rounded-l-md px-2">
        <span className="flex flex-wrap items-center gap-x-2 leading-7">
          <span className="font-mono">{model.id}</span>
          <ModelBadges model={model} />
        </span>
        <span className="block text-xs text-text-3 sm:hidden">
          {figuresInWords(model).join(' · ')}
        </span>
      </td>
      <td className="hidden px-2 sm:table-cell">
        <span className="flex gap-1 text-text-3">
          {can.map((word) => {
            const Icon = ABILITY_ICONS[word]
            return (
              <span key={word} role="img" aria-label={word} title={word}>
                <Icon size={14} />
              </span>
            )
          })}
        </span>
      </td>
      <td className="hidden px-2 text-right tabular-nums sm:table-cell">
        {context === undefined ? '–' : formatTokens(context)}
      </td>
      <td className="hidden px-2 text-right text-money tabular-nums sm:table-cell">
        {price?.input === undefined ? '–' : formatMicroUsd(price.input)}
      </td>
      <td className="hidden px-2 text-right text-money tabular-nums sm:table-cell">
        {price?.output === undefined ? '–' : formatMicroUsd(price.output)}
      </td>
      <td className="w-px rounded-r-md pr-1 text-right whitespace-nowrap">
        {usedAs !== undefined ? (
          <span className="inline-flex items-center gap-1 px-2 leading-8 text-accent">
            <Check size={14} aria-hidden />
            {usedAs === model.id ? 'in use' : `in use as ${usedAs}`}
          </span>
        ) : (
          <Button
            variant={active ? 'primary' : 'ghost'}
            aria-label={`Use ${model.id}`}
            onClick={onUse}
          >
            Use
          </Button>
        )}
      </td>
    </tr>
  )
}
