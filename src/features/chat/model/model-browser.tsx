import { useState } from 'react'
import { useStore } from 'zustand'

import { formatModelSuffix, parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import { findModel } from '../../../../contract/models/find-model.ts'
import type { ModelNames } from '../../../../contract/models/traits.ts'
import { setModel } from '../../../core/chat/conversation/current-conversation.ts'
import { EMPTY_QUERY, selectModels } from '../../../core/chat/model/model-query.ts'
import { chat } from '../../../page/chat.ts'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { ModelCard } from './model-card.tsx'
import { ModelFilters } from './model-filters.tsx'
import { ModelTable } from './model-table.tsx'
import { SuffixSection } from './suffix-section.tsx'
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

/** The row that the keys act on, in the dialog that holds an element. */
function rowOf(element: HTMLElement): HTMLElement | null | undefined {
  return element.closest('dialog')?.querySelector<HTMLElement>('tr[tabindex="0"]')
}

interface NamesProps {
  title: string
  names: ModelNames
  onTake: (name: string) => void
}

/** Names that stand for a model, and for which one. */
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
