import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useId } from 'react'

import { valueToBegin } from '../../../core/explore/schema/value-of-schema.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import type { NestingProps } from './schema-field-props.ts'

/** A list of values of one shape. An empty list is not sent, unless something else wrote it. */
export function ListField({
  Control,
  path,
  schema,
  required,
  value,
  onChange,
  faults,
}: NestingProps) {
  const id = useId()
  const items = Array.isArray(value) ? value : []
  const item = schema.items ?? {}
  const change = (next: typeof items) => onChange(next.length === 0 && !required ? undefined : next)
  return (
    <div className="flex flex-col items-start gap-2 border-l pl-3">
      {items.map((one, index) => {
        const at = `${path}[${index}]`
        const fault = faults.get(at)
        return (
          <div key={index} className="flex w-full items-start gap-1">
            <div className="flex min-w-0 grow flex-col gap-1">
              <Control
                path={at}
                name={String(index)}
                schema={item}
                required
                value={one}
                onChange={(next) => change(items.with(index, next ?? ''))}
                faults={faults}
                describedBy={`${id}-${index}`}
                invalid={fault !== undefined}
              />
              <p id={`${id}-${index}`} className="text-xs text-bad">
                {fault}
              </p>
            </div>
            <IconButton
              label={`Remove ${at}`}
              onClick={() => change(items.filter((_, other) => other !== index))}
            >
              <X size={14} aria-hidden />
            </IconButton>
          </div>
        )
      })}
      <Button
        aria-label={`Add to ${path}`}
        disabled={schema.maxItems !== undefined && items.length >= schema.maxItems}
        onClick={() => change([...items, valueToBegin(item)])}
      >
        <Plus size={14} aria-hidden />
        Add
      </Button>
    </div>
  )
}
