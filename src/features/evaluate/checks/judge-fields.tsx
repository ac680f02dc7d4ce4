import type { JudgeRule } from '../../../core/evaluate/checks/check.ts'
import { oddVotes } from '../../../core/evaluate/checks/judge/judge.ts'
import { SelectField, TextField } from './fields.tsx'

interface JudgeFieldsProps {
  rule: JudgeRule
  onChange: (rule: JudgeRule) => void
}

const VOTES = ['1', '3', '5', '7', '9'].map((value) => ({ value, label: value }))

/** Who judges, by what, and how often. */
export function JudgeFields({ rule, onChange }: JudgeFieldsProps) {
  return (
    <>
      <TextField
        label="Judge model"
        isCode
        value={rule.model}
        onChange={(model) => onChange({ ...rule, model: model.trim() })}
      />
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
        className="max-w-60"
      />
    </>
  )
}
