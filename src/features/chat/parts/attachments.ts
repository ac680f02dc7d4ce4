import { attachFiles } from './attach-files.ts'
import { collectContent } from './collect-content.ts'
import { removeParts } from './edit-draft.ts'
import { partContext } from './part-context.ts'
import { PartsPanel } from './parts-panel.tsx'
import { sendParts } from './send-parts.ts'
import { SentParts } from './sent-parts.tsx'

/** What is fetched once something is attached or shown: one part of the page instead of four. */
export const attachments = {
  PartsPanel,
  SentParts,
  attachFiles,
  collectContent,
  partContext,
  removeParts,
  sendParts,
}
