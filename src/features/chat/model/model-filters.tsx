import type { KeyboardEventHandler, ReactNode } from 'react'

import type { Model } from '../../../../contract/models/model.ts'
import type { Capability } from '../../../core/chat/model/model-facts.ts'
import {
  EMPTY_QUERY,
  type ModelQuery,
  offeredFilters,
} from '../../../core/chat/model/model-query.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { formatTokens } from '../../../core/format/units.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ABILITY_ICONS } from './model-badges.tsx'

interface ModelFiltersProps {
  query: ModelQuery
  /** All models: filters that no model would pass are not offered. */
  models: readonly Model[]
  onChange: (query: ModelQuery) => void
  /** A key pressed in the search: Down goes to the models, Enter uses the first. */
  onKeyDown: KeyboardEventHandler<HTMLInputElement>
}

/** What is looked for among the models: words, capabilities, tier, price, context. */
export function ModelFilters({ query, models, onChange, onKeyDown }: ModelFiltersProps) {
  const { capabilities, tiers, prices, contexts } = offeredFilters(models)
  const toggle = (word: Capability) =>
    onChange({
      ...query,
      capabilities: query.capabilities.includes(word)
        ? query.capabilities.filter((other) => other !== word)
        : [...query.capabilities, word],
    })
  return (
    <div className="flex flex-col gap-2">
      <input
        type="search"
        data-autofocus
        aria-label="Search models"
        placeholder="Search by ID, name or capability"
        value={query.search}
        onChange={(event) => onChange({ ...query, search: event.target.value })}
        onKeyDown={onKeyDown}
        className="w-full field"
      />
      <Chips label="Capabilities">
        {capabilities.map((word) => {
          const Icon = ABILITY_ICONS[word]
          return (
            <Chip
              key={word}
              pressed={query.capabilities.includes(word)}
              onClick={() => toggle(word)}
            >
              <Icon size={14} />
              {word}
            </Chip>
          )
        })}
      </Chips>
      <div className="flex gap-x-4 gap-y-1 max-sm:overflow-x-auto sm:flex-wrap">
        <Choices
          label="Tier"
          values={tiers}
          value={query.tier}
          words={(tier) => tier}
          onChange={(tier) => onChange({ ...query, tier })}
        />
        <Choices
          label="Context"
          values={contexts}
          value={query.leastContext}
          words={(tokens) => `≥ ${formatTokens(tokens)}`}
          onChange={(leastContext) => onChange({ ...query, leastContext })}
        />
        <Choices
          label="Output price"
          values={prices}
          value={query.mostPrice}
          words={(price) => `≤ ${formatMicroUsd(price)}`}
          onChange={(mostPrice) => onChange({ ...query, mostPrice })}
        />
        {query !== EMPTY_QUERY && (
          <Button variant="ghost" className="text-xs" onClick={() => onChange(EMPTY_QUERY)}>
            Clear
          </Button>
        )}
      </div>
    </div>
  )
}

interface ChoicesProps<Value extends string | number> {
  label: string
  values: readonly Value[]
  /** Undefined: not filtered by it. */
  value: Value | undefined
  words: (value: Value) => string
  onChange: (value: Value | undefined) => void
}

/** Values of which one may be chosen; pressed again it is given up. */
function Choices<Value extends string | number>(props: ChoicesProps<Value>) {
  const { label, values, value, words, onChange } = props
  if (values.length === 0) return null
  return (
    <Chips label={label}>
      <span aria-hidden className="text-xs text-text-3">
        {label}
      </span>
      {values.map((one) => (
        <Chip
          key={one}
          pressed={one === value}
          onClick={() => onChange(one === value ? undefined : one)}
        >
          {words(one)}
        </Chip>
      ))}
    </Chips>
  )
}

function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div
      role="group"
      aria-label={label}
      className="flex shrink-0 items-center gap-1 [--target:1.75rem] max-sm:overflow-x-auto sm:flex-wrap"
    >
      {children}
    </div>
  )
}

interface ChipProps {
  pressed: boolean
  onClick: () => void
  children: ReactNode
}

function Chip({ pressed, onClick, children }: ChipProps) {
  return (
    <Button
      aria-pressed={pressed}
      onClick={onClick}
      className="gap-1 px-2 text-xs aria-pressed:bg-accent/12 aria-pressed:text-accent"
    >
      {children}
    </Button>
  )
}
