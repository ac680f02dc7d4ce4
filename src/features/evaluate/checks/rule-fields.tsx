import { isJsonObject, readJson, type JsonObject } from '../../../../contract/json.ts'
import type { CheckRule } from '../../../core/evaluate/checks/check.ts'
import { languageName } from '../../../core/evaluate/checks/language/check-language.ts'
import { LANGUAGES } from '../../../core/evaluate/checks/language/detect-language.ts'
import { CheckField, JsonTextField, NumberField, SelectField, TextField } from './fields.tsx'
import { JudgeFields } from './judge-fields.tsx'

interface RuleFieldsProps<Rule extends CheckRule> {
  rule: Rule
  onChange: (rule: Rule) => void
}

type TextRule = Extract<CheckRule, { type: 'contains' | 'not-contains' | 'equals' | 'regex' }>

const OF_CASE = 'Expected value of the case'

/** The form of one rule. */
export function RuleFields({ rule, onChange }: RuleFieldsProps<CheckRule>) {
  switch (rule.type) {
    case 'contains':
    case 'not-contains':
    case 'equals':
    case 'regex':
      return <TextRuleFields rule={rule} onChange={onChange} />
    case 'json-schema':
      return (
        <JsonTextField
          label="JSON schema"
          value={rule.schema}
          read={readObject}
          onChange={(schema) => onChange({ ...rule, schema: isJsonObject(schema) ? schema : {} })}
        />
      )
    case 'json-path': {
      const { value, ...rest } = rule
      return (
        <>
          <TextField
            label="Path"
            isCode
            value={rule.path}
            placeholder="$.items[0].name"
            onChange={(path) => onChange({ ...rule, path })}
          />
          <JsonTextField
            label="Expected"
            value={value}
            placeholder={OF_CASE}
            hint="Text or JSON."
            read={(text) => (text.trim() === '' ? undefined : (readJson(text) ?? text))}
            onChange={(next) => onChange(next === undefined ? rest : { ...rest, value: next })}
          />
        </>
      )
    }
    case 'tool-called': {
      const { arguments: args, ...rest } = rule
      return (
        <>
          <TextField
            label="Tool name"
            isCode
            value={rule.name}
            onChange={(name) => onChange({ ...rule, name: name.trim() })}
          />
          <JsonTextField
            label="Arguments"
            value={args}
            placeholder={'{"city": "Paris"}'}
            hint="Optional. The call may have others too."
            read={readObject}
            onChange={(next) => onChange(isJsonObject(next) ? { ...rest, arguments: next } : rest)}
          />
        </>
      )
    }
    case 'max-cost':
      return (
        <NumberField
          label="Maximum cost, USD"
          step="any"
          value={rule.value / 1_000_000}
          onChange={(usd) => {
            if (usd !== undefined) onChange({ ...rule, value: Math.round(usd * 1_000_000) })
          }}
        />
      )
    case 'time-to-first-token':
      return (
        <NumberField
          label="Maximum time, ms"
          value={rule.value}
          onChange={(value) => {
            if (value !== undefined) onChange({ ...rule, value })
          }}
        />
      )
    case 'length':
      return <LengthFields rule={rule} onChange={onChange} />
    case 'language': {
      const { value = '', ...rest } = rule
      return (
        <SelectField
          label="Language"
          value={value}
          options={languages(value)}
          onChange={(next) => onChange(next === '' ? rest : { ...rest, value: next })}
          hint="Short responses can't be recognized."
        />
      )
    }
    case 'code':
      return (
        <TextField
          label="Code"
          isCode
          value={rule.code}
          placeholder="return response.length < 200 || 'Too long'"
          hint="An async function body: reads response, expected and variables. Returns true or a reason."
          onChange={(code) => onChange({ ...rule, code })}
        />
      )
    case 'judge':
      return <JudgeFields rule={rule} onChange={onChange} />
  }
}

function TextRuleFields({ rule, onChange }: RuleFieldsProps<TextRule>) {
  const { value = '', ...rest } = rule
  const isPattern = rule.type === 'regex'
  const problem = isPattern ? patternProblem(value, rule.flags) : undefined
  return (
    <>
      <TextField
        label="Expected"
        isCode={isPattern}
        value={value}
        placeholder={OF_CASE}
        problem={problem}
        onChange={(next) => onChange(next === '' ? rest : { ...rest, value: next })}
      />
      {isPattern ? (
        <TextField
          label="Flags"
          isCode
          value={rule.flags ?? ''}
          placeholder="i"
          onChange={(flags) => onChange({ ...rule, flags: flags.trim() })}
        />
      ) : (
        <CheckField
          label="Ignore case"
          checked={rule.ignoreCase === true}
          onChange={(ignoreCase) => onChange({ ...rule, ignoreCase })}
        />
      )}
      {rule.type === 'equals' && (
        <CheckField
          label="Ignore spaces around"
          checked={rule.trim === true}
          onChange={(trim) => onChange({ ...rule, trim })}
        />
      )}
    </>
  )
}

type LengthRule = Extract<CheckRule, { type: 'length' }>

function LengthFields({ rule: { min, max }, onChange }: RuleFieldsProps<LengthRule>) {
  const change = (bounds: { min: number | undefined; max: number | undefined }) =>
    onChange({
      type: 'length',
      ...(bounds.min !== undefined && { min: bounds.min }),
      ...(bounds.max !== undefined && { max: bounds.max }),
    })
  return (
    <div className="flex flex-wrap gap-2">
      <NumberField
        label="Minimum characters"
        value={min}
        onChange={(next) => change({ min: next, max })}
      />
      <NumberField
        label="Maximum characters"
        value={max}
        onChange={(next) => change({ min, max: next })}
      />
    </div>
  )
}

function readObject(text: string): JsonObject | undefined {
  const value = readJson(text)
  return isJsonObject(value) ? value : undefined
}

/** Why a pattern can't be used. Nothing is looked for here: that may take for ever. */
function patternProblem(pattern: string, flags = ''): string | undefined {
  try {
    void new RegExp(pattern, flags)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The languages to choose from, by name; one of an imported board that is none of them stays. */
function languages(current: string): { value: string; label: string }[] {
  const codes = LANGUAGES.includes(current) || current === '' ? LANGUAGES : [...LANGUAGES, current]
  const named = codes.map((value) => ({ value, label: languageName(value) }))
  return [
    { value: '', label: OF_CASE },
    ...named.toSorted((one, other) => one.label.localeCompare(other.label, 'en')),
  ]
}
