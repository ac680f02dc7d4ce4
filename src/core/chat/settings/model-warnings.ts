import type { JsonObject } from '../../../../contract/json.ts'
import { asksFor, unsupportedBy } from '../../../../contract/models/field-support.ts'
import type { Model } from '../../../../contract/models/model.ts'
import { settingGroups, settingValue } from './settings-fields.ts'

/** What a model does not do although the settings ask for it: a sentence each, with the names to unset. */
export function modelWarnings(model: Model, settings: JsonObject): string[] {
  const sentences = new Map<string, string[]>()
  for (const { path, wireName } of settingGroups.flatMap(({ fields }) => fields)) {
    const value = settingValue(settings, path)
    const sentence = value === undefined ? undefined : unsupportedBy(model, path)
    if (sentence === undefined || !asksFor(value)) continue
    sentences.set(sentence, [...(sentences.get(sentence) ?? []), wireName])
  }
  return [...sentences].map(([sentence, names]) => `${sentence} Requested by ${names.join(', ')}.`)
}
