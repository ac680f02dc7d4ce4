import type { ApiOperation } from '../../../core/client/queries/openapi.ts'
import { ChoiceField } from '../form/choice-field.tsx'
import { changeDraft, type CallDraft } from './draft-store.ts'
import { acceptOf, offeredTypes } from './read-draft.ts'

interface AcceptFieldProps {
  draft: CallDraft
  operation: ApiOperation | undefined
}

/** What the answer is asked for as, where an operation offers a choice: JSON or CSV. */
export function AcceptField({ draft, operation }: AcceptFieldProps) {
  const types = offeredTypes(operation)
  if (types.length === 0) return null
  return (
    <div className="flex flex-col gap-1">
      <span className="font-mono text-sm">Accept</span>
      <ChoiceField
        label="Accept"
        values={types}
        value={acceptOf(draft, operation)}
        onChange={(accept = '') => changeDraft({ accept })}
        invalid={false}
        describedBy={undefined}
      />
    </div>
  )
}
