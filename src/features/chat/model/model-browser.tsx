import { useState } from 'react'
import { useStore } from 'zustand'

import {
  type NamedModel,
  formatModelSuffix,
  isSuffixKey,
  parametersToSuffixes,
  parseModelSuffix,
  suffixesToParameters,
} from '../../../../contract/chat/model-suffix.ts'
import { vendorParametersSchema } from '../../../../contract/chat/request/request-structures.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import { type ModelNames, findModel } from '../../../../contract/models/find-model.ts'
import { type Model, modelName } from '../../../../contract/models/model.ts'
import { type TokenPrice, priceOf } from '../../../../contract/models/price.ts'
import { validate } from '../../../../contract/validation.ts'
import { setModel, setSettings } from '../../../core/chat/conversation/current-conversation.ts'
import { capabilitiesInWords, deprecationInWords } from '../../../core/chat/model/model-facts.ts'
import { EMPTY_QUERY, selectModels } from '../../../core/chat/model/model-query.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { formatTokens } from '../../../core/format/units.ts'
import { chat } from '../../../page/chat.ts'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Skeleton } from '../../../ui/feedback/states.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { ModelFilters } from './model-filters.tsx'
import { ModelTable } from './model-table.tsx'
import { SuffixChips } from './suffix-chips.tsx'
import { useModels } from './use-models.ts'

/** All models with everything the list says about them, to search, filter and choose from. */
export function ModelBrowser({ onClose }: { onClose: () => void }) {
  const current = useStore(chat.conversation, ({ conversation }) => conversation.model)
  const { models, traits, mapping, loading, failed, retry } = useModels(true)
  const [query, setQuery] = useState(EMPTY_QUERY)
  const [activeId, setActiveId] = useState<string>()
  const { id: currentId, parameters } = parseModelSuffix(current)
  const found = selectModels(models, query)
  const typed = query.search.trim()
  const active = found.find(({ id }) => id === activeId) ?? found[0]
  // The suffixes are about the request, so they stay when another model is chosen.
  const take = (name: string) => {
    setModel(chat, formatModelSuffix(name, parameters))
    onClose()
  }
  return (
    <Dialog
      title="Models"
      size="large"
      onClose={onClose}
      {...(active !== undefined && { footer: <ModelCard model={active} /> })}
    >
      <div className="flex flex-col gap-3">
        <ModelFilters
          query={query}
          models={models}
          onChange={setQuery}
          onKeyDown={(event) => {
            if (active === undefined) return
            if (event.key === 'Enter') take(active.id)
            else if (event.key === 'ArrowDown') rowOf(event.currentTarget)?.focus()
            else return
            event.preventDefault()
          }}
        />
        <SuffixSection />
        <section aria-label="Matching models" className="flex flex-col gap-2">
          {!loading && (
            <p role="status" className="text-xs text-text-3">
              {failed ? "Couldn't load models." : `${found.length} of ${models.length} models`}
            </p>
          )}
          {loading && <Skeleton lines={6} />}
          {failed && (
            <div>
              <Button onClick={() => void retry()}>Try again</Button>
            </div>
          )}
          {found.length > 0 && (
            <ModelTable
              models={found}
              currentId={findModel(models, currentId, mapping)?.id ?? currentId}
              currentName={currentId}
              activeId={active?.id}
              sort={query.sort}
              onSort={(sort) => setQuery({ ...query, sort })}
              onActivate={setActiveId}
              onUse={take}
            />
          )}
          {typed !== '' && !/\s/.test(typed) && models.every(({ id }) => id !== typed) && (
            <div>
              <Button onClick={() => take(typed)}>
                Use <span className="font-mono">{typed}</span> anyway
              </Button>
            </div>
          )}
        </section>
        <Names title="Traits" names={traits} onTake={take} />
        <Names title="Compatibility mappings" names={mapping} onTake={take} />
      </div>
    </Dialog>
  )
}

function rowOf(element: HTMLElement): HTMLElement | null | undefined {
  return element.closest('dialog')?.querySelector<HTMLElement>('tr[tabindex="0"]')
}

interface NamesProps {
  title: string
  names: ModelNames
  onTake: (name: string) => void
}

function Names({ title, names, onTake }: NamesProps) {
  const entries = Object.entries(names)
  if (entries.length === 0) return null
  return (
    <Disclosure
      summary={
        <>
          <span className="grow font-medium">{title}</span>
          <span className="text-xs text-text-3">{entries.length}</span>
        </>
      }
    >
      <ul className="grid gap-x-4 pl-5 sm:grid-cols-2">
        {entries.map(([name, id]) => (
          <li key={name} className="flex min-w-0 items-center gap-2 text-sm">
            <span className="min-w-0 grow">
              <span className="font-mono">{name}</span>{' '}
              <span className="text-xs text-text-3">
                resolves to <span className="font-mono">{id}</span>
              </span>
            </span>
            <Button variant="ghost" aria-label={`Use ${name}`} onClick={() => onTake(name)}>
              Use
            </Button>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

/** Moves parameters between the name of the model and the settings; both say the same to the service. */
function SuffixSection() {
  const { model, settings } = useStore(chat.conversation, (state) => state.conversation)
  const read = validate(vendorParametersSchema, settings['vendor_parameters'] ?? {})
  if (!read.ok) return null
  const named: NamedModel = { model, parameters: read.value }
  const inName = Object.keys(parseModelSuffix(model).parameters)
  const movable = Object.keys(read.value).filter(isSuffixKey)
  if (inName.length === 0 && movable.length === 0) return null
  const apply = ({ model: next, parameters }: NamedModel) => {
    const { vendor_parameters: _, ...others } = settings
    setModel(chat, next)
    setSettings(
      chat,
      Object.keys(parameters).length === 0
        ? others
        : { ...others, vendor_parameters: parameters as JsonObject },
    )
  }
  return (
    <section
      aria-label="Suffixes"
      className="flex flex-col gap-2 rounded-md bg-surface-2 p-3 text-sm"
    >
      <p className="text-text-2">
        Vendor parameters can be part of the model ID:{' '}
        <code className="font-mono text-xs">{model}</code>
      </p>
      {inName.length > 0 && <SuffixChips />}
      <div className="flex flex-wrap gap-2">
        {movable.length > 0 && (
          <Button onClick={() => apply(parametersToSuffixes(named))}>
            Write {movable.length === 1 ? movable[0] : `${movable.length} settings`} as suffix
          </Button>
        )}
        {inName.length > 0 && (
          <Button onClick={() => apply(suffixesToParameters(named))}>
            Move suffixes to the settings
          </Button>
        )}
      </div>
    </section>
  )
}

function ModelCard({ model }: { model: Model }) {
  const {
    description,
    maxCompletionTokens,
    privacy,
    proOnly,
    uncensored,
    discount_to_user: discount,
    traits = [],
  } = model.model_spec ?? {}
  const name = modelName(model)
  const deprecation = deprecationInWords(model)
  return (
    <section
      aria-label="Model details"
      className="flex min-h-28 w-full flex-col gap-1 rounded-md bg-surface-2 p-3 text-sm"
    >
      <p>
        <span className="font-mono font-medium">{model.id}</span>{' '}
        {name !== model.id && <span className="text-text-3">{name}</span>} {description}
      </p>
      <p className="text-xs text-text-2">
        {capabilitiesInWords(model).join(', ') || 'No abilities listed'}
      </p>
      <p className="flex flex-wrap gap-x-3 text-xs text-text-3">
        <span className="text-money">{prices(model)}</span>
        {maxCompletionTokens !== undefined && (
          <span>{formatTokens(maxCompletionTokens)} max output</span>
        )}
        {privacy !== undefined && <span>{privacy}</span>}
        {uncensored === true && <span>uncensored</span>}
        {(typeof discount === 'number' || typeof discount === 'string') && (
          <span className="text-money">discount_to_user {discount}</span>
        )}
        {traits.length > 0 && <span className="font-mono">{traits.join(', ')}</span>}
      </p>
      {deprecation !== undefined && <p className="text-xs text-warn">{deprecation}</p>}
      {proOnly === true && (
        <p className="text-xs text-text-2">Requires a Pro account (otherwise 401)</p>
      )}
    </section>
  )
}

const PARTS: readonly [keyof TokenPrice, string][] = [
  ['input', 'in'],
  ['output', 'out'],
  ['cacheRead', 'cached in'],
  ['cacheWrite', 'cache write'],
]

function prices(model: Model): string {
  const price = priceOf(model)
  if (price === undefined) return 'price unknown'
  const parts = PARTS.flatMap(([member, words]) => {
    const amount = price[member]
    return amount === undefined ? [] : [`${formatMicroUsd(amount)} ${words}`]
  })
  return `${parts.join(', ')} per 1M tokens`
}
