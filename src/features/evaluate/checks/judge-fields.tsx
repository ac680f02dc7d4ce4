import type { JudgeRule } from '../../../core/evaluate/checks/check.ts'
import { oddVotes } from '../../../core/evaluate/checks/judge/judge.ts'
import { ConnectionSelect } from '../grid/connection-select.tsx'
import { ModelSelect } from '../grid/model-select.tsx'
import { SelectField, TextField } from './fields.tsx'

interface JudgeFieldsProps {
  rule: JudgeRule
  onChange: (rule: JudgeRule) => void
}

const VOTES = ['1', '3', '5', '7', '9'].map((value) => ({ value, label: value }))

/** Who judges, by what, and how often. */
export function JudgeFields({ rule, onChange }: JudgeFieldsProps) {
  const { connection: _before, ...rest } = rule
  return (
    <>
      <div className="flex flex-col gap-1">
        <span className="text-xs text-text-2">Judge model</span>
        <ModelSelect
          label="Judge model"
          configuration={rule}
          onChange={(model) => onChange({ ...rule, model })}
        />
      </div>
      <div className="flex flex-col gap-1">
        <span className="text-xs text-text-2">Judge connection</span>
        <ConnectionSelect
          label="Judge connection"
          configuration={rule}
          onChange={(connection) => onChange(connection ? { ...rest, connection } : rest)}
        />
      </div>
      <TextField
        label="Criteria"
        value={rule.criteria}
        placeholder="Is polite and names the capital."
        onChange={(criteria) => onChange({ ...rule, criteria })}
      />
      <SelectField
        label="Votes"
        value={String(oddVotes(rule.votes))}
        options={VOTES}
        onChange={(votes) => onChange({ ...rule, votes: Number(votes) })}
        hint="Each vote is a paid request per response. The majority counts."
      />
    </>
  )
}
