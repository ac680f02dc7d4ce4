import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import { findModel } from '../../../../contract/models/find-model.ts'
import type { Model } from '../../../../contract/models/model.ts'
import type { AttachmentIssue } from '../../chat/attachments/attachment-issue.ts'
import type { Attachment } from '../../chat/attachments/attachment.ts'
import { checkAttachments } from '../../chat/attachments/check-attachments.ts'
import type { Board, Configuration } from '../board.ts'

/** What there is to say about attachments in some columns. */
export interface ColumnIssue extends AttachmentIssue {
  /** All that it is true of. */
  configurations: readonly Configuration[]
}

/**
 * What there is to say about attachments of the next message of a conversation, each thing once.
 * @param modelsOf what the connection of a configuration lists, as far as that is known
 */
export function columnAttachmentIssues(
  { configurations, cases }: Pick<Board, 'configurations' | 'cases'>,
  attachments: readonly Attachment[],
  modelsOf: (configuration: Configuration) => readonly Model[],
): ColumnIssue[] {
  const history = cases.flatMap(({ messages = [] }) => messages)
  const issues = new Map<string, ColumnIssue>()
  for (const configuration of configurations) {
    const models = modelsOf(configuration)
    const model = findModel(models, parseModelSuffix(configuration.model).id)
    for (const issue of checkAttachments(attachments, { history, models, model })) {
      const before = issues.get(issue.message)?.configurations ?? []
      issues.set(issue.message, { ...issue, configurations: [...before, configuration] })
    }
  }
  return [...issues.values()]
}
