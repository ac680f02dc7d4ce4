import { differences } from '../../share/difference.ts'
import { systemOf } from './columns.ts'
import type { CompareColumn } from './comparison-state.ts'

/** A setting that is not the same in all columns. */
export interface ColumnDifference {
  /** The wire name, or `system message`. */
  field: string
  /** The value of each column, in their order; undefined where it is not sent. */
  values: readonly (string | undefined)[]
}

/** The settings in which columns differ; the model is always in view and is not listed. */
export function columnDifferences(columns: readonly CompareColumn[]): ColumnDifference[] {
  const values = columns.map(settingTexts)
  const fields = [...new Set(values.flatMap((texts) => [...texts.keys()]))]
  return fields
    .map((field) => ({ field, values: values.map((texts) => texts.get(field)) }))
    .filter((difference) => new Set(difference.values).size > 1)
}

function settingTexts(column: CompareColumn): ReadonlyMap<string, string> {
  const { settings } = column.conversation
  const rows = differences(undefined, {
    area: 'chat',
    model: '',
    settings,
    messages: [],
    attachments: [],
  })
  const system = systemOf(column)
  return new Map([
    ...rows.flatMap(({ field, after = '' }): [string, string][] =>
      field === 'model' ? [] : [[field, after]],
    ),
    ...(system === '' ? [] : [['system message', system] as [string, string]]),
  ])
}
