import type { Issue } from '../../../../contract/errors/error-body.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import type { ValidationIssue } from '../../../../contract/validation.ts'
import { settingGroups, settingValue } from './settings-fields.ts'

/** What the service refused in the last request of the conversation that is shown. */
export interface ServiceFaults {
  issues: readonly Issue[]
  /** The settings that were sent: what was changed since is not at fault any more. */
  settings: JsonObject
}

/** The path of the setting that a fault is in; undefined when it is in none, such as in a message. */
export function settingOfIssue({ path }: Issue): string | undefined {
  const [first, second] = path
  const name = first === 'vendor_parameters' ? `${first}.${second}` : String(first)
  return settingGroups.flatMap(({ fields }) => fields).find((field) => field.path === name)?.path
}

/** The faults that still stand, now that the settings may have been changed. */
export function standingFaults(
  { issues, settings: refused }: ServiceFaults,
  settings: JsonObject,
): ValidationIssue[] {
  return issues.flatMap((issue) => {
    const path = settingOfIssue(issue)
    if (path === undefined) return []
    const [before, now] = [refused, settings].map((one) => JSON.stringify(settingValue(one, path)))
    return before === now
      ? [{ path: [...issue.path], code: 'refused', message: issue.message }]
      : []
  })
}
