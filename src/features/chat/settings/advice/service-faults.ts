import { createStore } from 'zustand/vanilla'

import type { Issue } from '../../../../../contract/errors/issues.ts'
import type { JsonObject } from '../../../../../contract/json.ts'
import type { ValidationIssue } from '../../../../../contract/validation.ts'
import { settingGroups, settingValue } from '../settings-fields.ts'

interface ServiceFaults {
  issues: readonly Issue[]
  /** The settings that the service refused: what was changed since is not at fault any more. */
  settings: JsonObject
  /** The setting to bring into view. */
  wanted: string | undefined
}

const NONE: ServiceFaults = { issues: [], settings: {}, wanted: undefined }

/** What the service refused in the last request of the conversation that is shown. */
export const serviceFaultsStore = createStore<ServiceFaults>(() => NONE)

/** Marks the settings that the service named. Gives back how to take the marks off. */
export function markFaults(issues: readonly Issue[], settings: JsonObject): () => void {
  const faults = { issues, settings, wanted: undefined }
  serviceFaultsStore.setState(faults)
  return () => {
    if (serviceFaultsStore.getState().issues === issues) serviceFaultsStore.setState(NONE)
  }
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
