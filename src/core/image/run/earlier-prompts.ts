import type { ImageRun } from '../../storage/images/image-run.ts'
import { textField } from '../form.ts'

/** More than this nobody looks through. */
const MOST = 20

/** The prompts of earlier runs, the latest first, each once and without the one that is there. */
export function earlierPrompts(runs: readonly ImageRun[], current: string): string[] {
  const prompts = runs.map(({ fields }) => textField(fields, 'prompt'))
  return [...new Set(prompts)]
    .filter((prompt) => prompt !== '' && prompt !== current)
    .slice(0, MOST)
}
