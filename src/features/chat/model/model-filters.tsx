import type { Model } from '../../../../contract/models/model.ts'
import {
  CAPABILITY_WORDS,
  capabilitiesInWords,
  type Capability,
} from '../../../core/chat/model/model-facts.ts'
import { EMPTY_QUERY, MODEL_SORTS, type ModelQuery } from '../../../core/chat/model/model-query.ts'
import { Button } from '../../../ui/controls/button.tsx'

interface ModelFiltersProps {
  query: ModelQuery
  /** All models: filters that no model would pass are not offered. */
  models: readonly Model[]
  onChange: (query: ModelQuery) => void
}

/** USD per million tokens of output. */
const PRICES = [1, 5, 20]
const CONTEXTS: readonly [number, string][] = [
  [32_000, '32K'],
  [128_000, '128K'],
  [1_000_000, '1M'],
]

/** What is looked for among the models: words, capabilities, tier, price, context; and the order. */
export function ModelFilters({ query, models, onChange }: ModelFiltersProps) {
  const offered = CAPABILITY_WORDS.filter((word) =>
    models.some((model) => capabilitiesInWords(model).includes(word)),
  )
  const tiers = [...new Set(models.flatMap(({ model_spec }) => model_spec?.tier ?? []))]
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
        aria-label="Search models"
        placeholder="Search by ID, name or capability"
        value={query.search}
        onChange={(event) => onChange({ ...query, search: event.target.value })}
        className="w-full field"
      />
      <div role="group" aria-label="Capabilities" className="flex flex-wrap gap-1">
        {offered.map((word) => (
          <Button
            key={word}
            aria-pressed={query.capabilities.includes(word)}
            onClick={() => toggle(word)}
            className="px-2 aria-pressed:border-accent aria-pressed:bg-accent/10 aria-pressed:text-accent"
          >
            {word}
          </Button>
        ))}
      </div>
      <div className="grid grid-cols-2 items-center gap-2 text-sm sm:flex sm:flex-wrap">
        <Limit
          label="Tier"
          value={query.tier}
          options={tiers.map((tier) => [tier, tier])}
          onChange={(tier) => onChange({ ...query, tier })}
        />
        <Limit
          label="Price"
          value={query.mostPrice?.toString()}
          options={PRICES.map((usd) => [String(usd * 1_000_000), `up to $${usd} out / M`])}
          onChange={(price) =>
            onChange({ ...query, mostPrice: price === undefined ? undefined : Number(price) })
          }
        />
        <Limit
          label="Context"
          value={query.leastContext?.toString()}
          options={CONTEXTS.map(([tokens, words]) => [String(tokens), `at least ${words}`])}
          onChange={(tokens) =>
            onChange({ ...query, leastContext: tokens === undefined ? undefined : Number(tokens) })
          }
        />
        <label className="flex items-center gap-1 text-text-3">
          <span className="shrink-0">Sort</span>
          <select
            value={query.sort}
            onChange={(event) => {
              const sort = MODEL_SORTS.find((known) => known === event.target.value)
              if (sort !== undefined) onChange({ ...query, sort })
            }}
            className="min-w-0 grow field"
          >
            {MODEL_SORTS.map((sort) => (
              <option key={sort}>{sort}</option>
            ))}
          </select>
        </label>
        {query !== EMPTY_QUERY && (
          <Button variant="ghost" onClick={() => onChange(EMPTY_QUERY)}>
            Clear
          </Button>
        )}
      </div>
    </div>
  )
}

interface LimitProps {
  label: string
  value: string | undefined
  options: readonly (readonly [string, string])[]
  onChange: (value: string | undefined) => void
}

function Limit({ label, value, options, onChange }: LimitProps) {
  if (options.length === 0) return null
  return (
    <label className="flex items-center gap-1 text-text-3">
      <span className="shrink-0">{label}</span>
      <select
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
        className="min-w-0 grow field"
      >
        <option value="">any</option>
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}
