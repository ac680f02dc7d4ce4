import type { SettingPath } from '../../../../contract/chat/request/field-examples.ts'
import type { JsonValue } from '../../../../contract/json.ts'
import {
  asksFor,
  defaultOf,
  limitedBy,
  unsupportedBy,
} from '../../../../contract/models/field-support.ts'
import { priceHint, type PriceFacts } from './price-hints.ts'

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
