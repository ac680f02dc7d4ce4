import { removeParts } from '../draft/edit-draft.ts'
import { partContext } from '../draft/part-context.ts'
import { PartsPanel } from '../draft/parts-panel.tsx'
import { collectContent } from '../send/collect-content.ts'
import { sendParts } from '../send/send-parts.ts'
import { SentParts } from '../sent/sent-parts.tsx'
import { attachFiles } from './attach-files.ts'

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
