import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'

import type { ValueSchema } from '../../core/client/queries/openapi-schema.ts'
import { limitsOf } from '../../core/explore/schema/value-of-schema.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'

interface FieldFrameProps {
  path: string
  name: string
  schema: ValueSchema
  required: boolean
  id: string
  fault: string | undefined
  onUnset?: (() => void) | undefined
  children: ReactNode
}

/** The words around a control. */
export function FieldFrame(props: FieldFrameProps) {
  const { path, name, schema, required, id, fault, onUnset, children } = props
  const limits = limitsOf(schema)
  return (
    <div className="flex flex-col gap-1">
      <div className="flex min-h-7 flex-wrap items-center gap-x-2">
        <span className="font-mono text-sm">{name}</span>
        {required && <span className="text-xs text-text-2">required</span>}
        {schema.deprecated === true && <Badge tone="warn">deprecated</Badge>}
        {limits !== '' && <span className="text-xs text-text-3">{limits}</span>}
        {onUnset !== undefined && (
          <IconButton label={`Reset ${path}`} onClick={onUnset} className="ml-auto">
            <X size={14} aria-hidden />
          </IconButton>
        )}
      </div>
      {children}
      <div id={id} className="flex flex-col gap-0.5 text-xs">
        {fault !== undefined && <p className="text-bad">{fault}</p>}
        {schema.description !== undefined && (
          <p className="line-clamp-3 text-text-3" title={schema.description}>
            {schema.description}
          </p>
        )}
      </div>
    </div>
  )
}
