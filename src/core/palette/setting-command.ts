import { limitsInWords, type FieldControl } from '../../../contract/field-rule.ts'
import type { JsonValue } from '../../../contract/json.ts'
import type { SettingField } from '../chat/settings/settings-fields.ts'

/** A setting with the value that was typed after its name. */
export interface SettingCommand {
  field: SettingField
  /** Undefined: reset. */
  value: JsonValue | undefined
}

/** A setting whose typed value is not valid, with what is. */
interface SettingProblem {
  field: SettingField
  problem: string
}

/** Settings that one text may mean, at most. */
const MOST = 3

/**
 * The settings that a text such as "temperature 0.2" names and the value it gives them, the best
 * match first. Structures have no such value.
 */
export function readSettingCommands(
  fields: readonly SettingField[],
  text: string,
): (SettingCommand | SettingProblem)[] {
  const words = text
    .trim()
    .replace(/^set\s+/i, '')
    .split(/[\s=:]+(?:to\s+)?/)
  // "max tokens 5" names in two words, "stop end of text" gives three: every cut is tried.
  const cuts = words.slice(1).map((_, index) => ({
    name: words
      .slice(0, index + 1)
      .join('_')
      .toLowerCase(),
    given: words.slice(index + 1).join(' '),
  }))
  const found = cuts.toReversed().flatMap(({ name, given }) =>
    fields.flatMap((field) => {
      const match = given === '' ? 0 : matchOf(field, name)
      const reading = match === 0 ? undefined : readValue(field, given)
      return reading === undefined ? [] : [{ match, reading }]
    }),
  )
  const best = found.toSorted((a, b) => b.match - a.match).map(({ reading }) => reading)
  return best
    .filter(({ field }, at) => best.findIndex((other) => other.field === field) === at)
    .slice(0, MOST)
}

function matchOf({ wireName, rule }: SettingField, name: string): number {
  const label = rule.label.toLowerCase().replaceAll(' ', '_')
  if (wireName === name || label === name) return 2
  // Any words are a text: the beginning of a name is not enough for one.
  const isText = rule.control.kind === 'text' || rule.control.kind === 'list'
  if (isText || name.length < 3) return 0
  return wireName.startsWith(name) || label.startsWith(name) ? 1 : 0
}

const RESET = /^(?:reset|unset|default)$/i

function readValue(
  field: SettingField,
  given: string,
): SettingCommand | SettingProblem | undefined {
  if (RESET.test(given)) return { field, value: undefined }
  const { control } = field.rule
  const value = valueOf(control, given)
  if (value !== undefined) return { field, value }
  const problem = expected(control)
  return problem === undefined ? undefined : { field, problem }
}

function valueOf(control: FieldControl, given: string): JsonValue | undefined {
  switch (control.kind) {
    case 'number': {
      const { integer, min = -Infinity, max = Infinity, above = -Infinity } = control
      const value = Number(given.replace(',', '.'))
      const isValid = integer ? Number.isSafeInteger(value) : Number.isFinite(value)
      return isValid && value >= min && value <= max && value > above ? value : undefined
    }
    case 'boolean':
      if (/^(?:on|true|yes)$/i.test(given)) return true
      return /^(?:off|false|no)$/i.test(given) ? false : undefined
    case 'choice':
      return control.values.find((value) => value === given.toLowerCase())
    case 'text':
      return given
    case 'list':
      return control.of === 'text' ? [given] : undefined
    case 'structure':
      return undefined
  }
}

/** What may be typed instead, in words. */
function expected(control: FieldControl): string | undefined {
  switch (control.kind) {
    case 'number':
      return limitsInWords(control) || (control.integer ? 'an integer' : 'a number')
    case 'boolean':
      return 'on or off'
    case 'choice':
      return control.values.join(', ')
    default:
      return undefined
  }
}
