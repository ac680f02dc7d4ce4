import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useState } from 'react'

import { checkTypes, describeCheck, newRule } from '../../../core/evaluate/checks/check-types.ts'
import type { Check, CheckRule, CheckType } from '../../../core/evaluate/checks/check.ts'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { SelectField } from './fields.tsx'
import { RuleFields } from './rule-fields.tsx'

interface ChecksEditorProps {
  /** Accessible name of the list: "Checks". */
  label: string
  /** Words of the button: "Add check". */
  addLabel: string
  checks: readonly Check[]
  /** Adds a check at the end. */
  onAdd: (rule: CheckRule) => void
  /** Replaces the check of the same id. */
  onEdit: (check: Check) => void
  onRemove: (id: string) => void
}

const types = Object.entries(checkTypes).map(([value, label]) => ({ value, label }))

/** The checks of a board or of one case, each in a line; one at a time is open to be edited. */
export function ChecksEditor({
  label,
  addLabel,
  checks,
  onAdd,
  onEdit,
  onRemove,
}: ChecksEditorProps) {
  /** An id; `last` is the check that was just added, whatever its id will be. */
  const [open, setOpen] = useState<string>()
  const openId = open === 'last' ? checks.at(-1)?.id : open
  return (
    <div className="flex flex-col items-start gap-2">
      {checks.length > 0 && (
        <ul aria-label={label} className="flex w-full flex-col gap-1">
          {checks.map((check) => (
            <li key={check.id} className="relative rounded-md bg-surface-1">
              <Disclosure
                open={check.id === openId}
                onToggle={(isOpen) => {
                  if (isOpen) setOpen(check.id)
                  else if (check.id === openId) setOpen(undefined)
                }}
                summary={<span className="min-w-0 truncate pr-9">{describeCheck(check)}</span>}
              >
                {check.id === openId && <CheckForm check={check} onEdit={onEdit} />}
              </Disclosure>
              <IconButton
                label={`Remove check: ${describeCheck(check)}`}
                onClick={() => onRemove(check.id)}
                className="absolute top-0 right-0"
              >
                <X size={14} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <Button
        onClick={() => {
          onAdd(newRule('contains'))
          setOpen('last')
        }}
      >
        <Plus size={14} aria-hidden />
        {addLabel}
      </Button>
    </div>
  )
}

function CheckForm({ check, onEdit }: { check: Check; onEdit: (check: Check) => void }) {
  return (
    <div className="flex flex-col gap-2.5 px-2 pt-1 pb-3">
      <SelectField
        label="Check type"
        value={check.type}
        options={types}
        onChange={(type) => onEdit({ ...newRule(type as CheckType, check), id: check.id })}
      />
      <RuleFields
        key={check.type}
        rule={check}
        onChange={(rule) => onEdit({ ...rule, id: check.id })}
      />
    </div>
  )
}
