import ArrowUp from 'lucide-react/icons/arrow-up'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'

import { MAX_FALLBACKS } from '../../../../../contract/chat/request/request-fields.ts'
import { isJsonObject, type JsonObject } from '../../../../../contract/json.ts'
import { movedUp } from '../../../../core/chat/settings/structures/entries.ts'
import { Button, IconButton } from '../../../../ui/controls/button.tsx'
import { Combobox } from '../../../../ui/controls/combobox.tsx'
import { useModels } from '../../model/use-models.ts'
import type { StructureProps } from '../setting-control-props.ts'

/** The models to try instead, in their order. */
export function FallbacksEditor({ name, value, onChange }: StructureProps) {
  const { models } = useModels(false)
  const list: JsonObject[] = (Array.isArray(value) ? value : []).filter(isJsonObject)
  const change = (next: readonly JsonObject[]) =>
    onChange(next.length === 0 ? undefined : [...next])
  return (
    <div className="flex flex-col gap-1">
      {list.map((fallback, index) => (
        <div key={index} className="flex items-center gap-1">
          <span className="w-4 shrink-0 text-right text-xs text-text-3">{index + 1}</span>
          <Combobox
            label={`${name} ${index + 1}`}
            value={typeof fallback['model'] === 'string' ? fallback['model'] : ''}
            options={models.map(({ id }) => ({ value: id }))}
            freeText
            placeholder="model"
            onChange={(model) => change(list.with(index, { ...fallback, model }))}
            className="min-w-0 grow"
          />
          <IconButton
            label={`Move ${name} ${index + 1} up`}
            disabled={index === 0}
            onClick={() => change(movedUp(list, index))}
          >
            <ArrowUp size={14} aria-hidden />
          </IconButton>
          <IconButton
            label={`Remove ${name} ${index + 1}`}
            onClick={() => change(list.toSpliced(index, 1))}
          >
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
      <div className="flex items-center gap-2">
        <Button
          aria-label={`Add ${name}`}
          disabled={list.length >= MAX_FALLBACKS}
          onClick={() => change([...list, { model: '' }])}
        >
          <Plus size={14} aria-hidden />
          Add
        </Button>
        <span className="text-xs text-text-3">
          {list.length} of {MAX_FALLBACKS}
        </span>
      </div>
    </div>
  )
}
