import { EvaluatePage } from '../../features/evaluate/evaluate-page.tsx'
import { settingGroups } from '../lazy.ts'

/** The Evaluate area, with the settings of the chat: no area knows another. */
export function EvaluateArea() {
  return <EvaluatePage settingGroups={settingGroups.Part} />
}
