import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'

import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import type { SettingPath } from '../../../../contract/chat/request/field-examples.ts'
import type { RuleFix, RuleNote } from '../../../../contract/chat/request/request.ts'
import type { JsonObject, JsonValue } from '../../../../contract/json.ts'
import { findModel } from '../../../../contract/models/find-model.ts'
import type { ValidationIssue } from '../../../../contract/validation.ts'
import {
  describeSetting,
  searchSettings,
  type SettingAdvice,
  settingAdvice,
} from '../../../core/chat/settings/setting-advice.ts'
import {
  type SettingField,
  type SettingGroup,
  settingValue,
} from '../../../core/chat/settings/settings-fields.ts'
import { chat } from '../../../page/chat.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useModels } from '../model/use-models.ts'

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

interface MatchingSettingsProps {
  groups: readonly SettingGroup[]
  searched: string
  row: (field: SettingField) => ReactNode
}

/** The settings that a search finds, best first. */
export function MatchingSettings({ groups, searched, row }: MatchingSettingsProps) {
  const found = searchSettings(groups, searched)
  return found.length > 0 ? (
    <ul aria-label="Matching settings">{found.map(row)}</ul>
  ) : (
    <p className="p-4 text-center text-text-3">
      No matching settings. To send any other field, switch to JSON.
    </p>
  )
}

/** What the model of the conversation says about settings. */
export interface ModelAdvice {
  about: (path: SettingPath, settings: JsonObject) => SettingAdvice
}

interface ModelAdviserProps {
  /** Whether the list of models is asked for; else it is read as far as someone else has asked. */
  wanted: boolean
  onAdvice: (advice: ModelAdvice) => void
}

/** Finds the model of the conversation and hands on what it says; draws nothing. */
export function ModelAdviser({ wanted, onAdvice }: ModelAdviserProps) {
  const name = useStore(chat.conversation, ({ conversation }) => conversation.model)
  const { models, mapping } = useModels(wanted)
  const model = findModel(models, parseModelSuffix(name).id, mapping)
  useEffect(() => {
    onAdvice({
      about: (path, settings) =>
        settingAdvice(path, settingValue(settings, path), { settings, model }),
    })
  }, [model, onAdvice])
  return null
}

/** What the control of a setting gets. */
export interface SettingControlProps {
  field: SettingField
  /** Undefined: not sent. */
  value: JsonValue | undefined
  /** All settings, for a control that depends on another. */
  settings: JsonObject
  /** What the model uses when it is not sent; undefined where that is not known. */
  modelDefault: number | string | undefined
  invalid: boolean
  describedBy: string
  onChange: (value: JsonValue | undefined) => void
}
