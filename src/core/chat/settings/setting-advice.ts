import type { SettingPath } from '../../../../contract/chat/request/field-examples.ts'
import {
  describedChatFields,
  describedVendorFields,
} from '../../../../contract/chat/request/field-meanings.ts'
import { limitsInWords } from '../../../../contract/field-rule.ts'
import type { JsonObject, JsonValue } from '../../../../contract/json.ts'
import {
  asksFor,
  defaultOf,
  limitedBy,
  unsupportedBy,
} from '../../../../contract/models/field-support.ts'
import type { Model } from '../../../../contract/models/model.ts'
import { answerLimits } from '../../../../contract/models/price-estimate.ts'
import { answerCeiling, priceOf, WEB_SEARCH_MICRO_USD } from '../../../../contract/models/price.ts'
import { formatMicroUsd } from '../../format/money.ts'
import { type SettingField, type SettingGroup, settingValue } from './settings-fields.ts'

/** What the chosen model and its prices say about a setting. */
export interface SettingAdvice {
  /** The model does not do this, as a sentence. */
  denied?: string
  /** It is asked for what it does not do. */
  inVain: boolean
  /** The model reads the value differently. */
  limited?: string
  /** What the model uses when the setting is not sent. */
  modelDefault?: number | string
  price?: string
}

/** Everything there is to say about one setting. */
export function settingAdvice(
  path: SettingPath,
  value: JsonValue | undefined,
  facts: PriceFacts,
): SettingAdvice {
  const { model } = facts
  const denied = model && unsupportedBy(model, path)
  const limited = model && limitedBy(model, path, value)
  const modelDefault = model && defaultOf(model, path)
  const price = priceHint(path, facts)
  return {
    inVain: denied !== undefined && asksFor(value),
    ...(denied !== undefined && { denied }),
    ...(limited !== undefined && { limited }),
    ...(modelDefault !== undefined && { modelDefault }),
    ...(price !== undefined && { price }),
  }
}

const SEARCHES_ARE_BILLED = `Searches are billed on top of tokens, at about ${formatMicroUsd(WEB_SEARCH_MICRO_USD)} each.`

interface PriceFacts {
  settings: JsonObject
  /** The chosen model, when the list of models knows it. */
  model: Model | undefined
}

/** What the answer can cost at most with these settings, micro-USD; undefined when unknown. */
export function answerLimit({ settings, model }: PriceFacts): number | undefined {
  return model && answerCeiling(model, answerLimits(settings))
}

/** What a setting does to the price, as a sentence; undefined for a setting that costs nothing. */
export function priceHint(path: SettingPath, facts: PriceFacts): string | undefined {
  const { settings, model } = facts
  const value = settingValue(settings, path)
  switch (path) {
    case 'max_completion_tokens':
    case 'max_tokens': {
      if (typeof value !== 'number' || value <= 0) return undefined
      const price = model && priceOf(model)?.output
      const limit = answerLimit(facts)
      return price === undefined || limit === undefined
        ? undefined
        : `Max cost: ${formatMicroUsd(limit)} (${formatMicroUsd(price)} per 1M tokens).`
    }
    case 'n': {
      const limit = answerLimit(facts)
      return typeof value === 'number' && value > 1 && limit !== undefined
        ? `Max cost of all choices: ${formatMicroUsd(limit)}.`
        : undefined
    }
    case 'vendor_parameters.enable_web_search':
      return value === 'on' || value === 'auto' ? SEARCHES_ARE_BILLED : undefined
    case 'vendor_parameters.enable_x_search':
      return value === true ? SEARCHES_ARE_BILLED : undefined
    default:
      return undefined
  }
}

/** What a setting does, in a sentence or two. */
export function settingMeaning({ path }: SettingField): string {
  const [name = '', member] = path.split('.')
  const field = member === undefined ? describedChatFields[name] : describedVendorFields[member]
  return field?.meaning ?? ''
}

/** Meaning, limits and default of a setting, in sentences. */
export function describeSetting(field: SettingField): string {
  const { control, default: fallback } = field.rule
  const limits = control.kind === 'number' ? limitsInWords(control) : ''
  return [
    settingMeaning(field),
    limits === '' ? '' : `${limits.charAt(0).toUpperCase()}${limits.slice(1)}.`,
    fallback == null ? '' : `Default: ${fallback}.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

/**
 * The settings that hold every word of the text in any of their names or words: first the one with
 * this very wire name, then those whose wire name begins with it or holds it, then by label.
 */
export function searchSettings(groups: readonly SettingGroup[], text: string): SettingField[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const name = words.join('_')
  const rank = ({ wireName, rule }: SettingField) => {
    if (wireName === name) return 0
    if (wireName.startsWith(name)) return 1
    if (wireName.includes(name)) return 2
    return rule.label.toLowerCase().includes(words.join(' ')) ? 3 : 4
  }
  return groups
    .flatMap(({ fields }) => fields)
    .filter((field) => holds(field, words))
    .toSorted((a, b) => rank(a) - rank(b))
}

function holds(field: SettingField, words: readonly string[]): boolean {
  const { path, wireName, rule } = field
  const { control } = rule
  const values = control.kind === 'choice' ? control.values.join(' ') : ''
  const searched =
    `${path} ${wireName} ${rule.label} ${settingMeaning(field)} ${values}`.toLowerCase()
  return words.every((word) => searched.includes(word))
}
