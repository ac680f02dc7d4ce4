import type { ChatSetup } from '../../chat/setup/chat-setup.ts'
import { differences } from '../../share/difference.ts'

/** A setting that is not the same in all configurations. */
export interface ConfigurationDifference {
  /** The wire name, or `system message`. */
  field: string
  /** The value of each configuration, in their order; undefined where it is not sent. */
  values: readonly (string | undefined)[]
}

/** The settings in which configurations differ; the model is always in view and is not listed. */
export function configurationDifferences(
  configurations: readonly ChatSetup[],
): ConfigurationDifference[] {
  const values = configurations.map(settingTexts)
  const fields = [...new Set(values.flatMap((texts) => [...texts.keys()]))]
  return fields
    .map((field) => ({ field, values: values.map((texts) => texts.get(field)) }))
    .filter((difference) => new Set(difference.values).size > 1)
}

function settingTexts({ settings, system = '' }: ChatSetup): ReadonlyMap<string, string> {
  const setup = { area: 'chat' as const, model: '', settings, messages: [], attachments: [] }
  const texts = differences(undefined, setup).flatMap(({ field, after = '' }) =>
    field === 'model' ? [] : [[field, after] as const],
  )
  return new Map(system === '' ? texts : [...texts, ['system message', system]])
}
