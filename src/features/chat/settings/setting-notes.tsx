import type { RuleFix, RuleNote } from '../../../../contract/chat/request/request.ts'
import type { ValidationIssue } from '../../../../contract/validation.ts'
import { describeSetting, type SettingAdvice } from '../../../core/chat/settings/setting-advice.ts'
import type { SettingField } from '../../../core/chat/settings/settings-fields.ts'
import { Button } from '../../../ui/controls/button.tsx'

interface SettingNotesProps {
  field: SettingField
  advice: SettingAdvice | undefined
  issues: readonly ValidationIssue[]
  notes: readonly RuleNote[]
  helped: boolean
  onFix: (fix: RuleFix) => void
}

/** What stands below a setting: its meaning on demand, what it costs, what is wrong, and how to mend it. */
export function SettingNotes({ field, advice, issues, notes, helped, onFix }: SettingNotesProps) {
  const { denied, inVain = false, limited, modelDefault, price } = advice ?? {}
  return (
    <div className="flex flex-col gap-1 pb-1 text-xs">
      {helped && (
        <p className="text-text-2">
          <code className="text-text-1">{field.wireName}</code> {describeSetting(field)}
          {modelDefault !== undefined && ` Model default: ${modelDefault}.`}
        </p>
      )}
      {denied !== undefined && (helped || inVain) && (
        <p className={inVain ? 'text-warn' : 'text-text-2'}>{denied}</p>
      )}
      {limited !== undefined && <p className="text-warn">{limited}</p>}
      {price !== undefined && <p className="text-money">{price}</p>}
      {issues.map(({ message }) => (
        <p key={message} className="text-bad">
          {message}
        </p>
      ))}
      {notes.map((note) => (
        <RuleNoteLine key={note.message} note={note} onFix={onFix} />
      ))}
    </div>
  )
}

function RuleNoteLine({ note, onFix }: { note: RuleNote; onFix: (fix: RuleFix) => void }) {
  const { level, message, fix } = note
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {level !== 'error' && <p className={level === 'info' ? '' : 'text-warn'}>{message}</p>}
      {fix !== undefined && (
        <Button className="text-xs" onClick={() => onFix(fix)}>
          {fix.label}
        </Button>
      )}
    </div>
  )
}
