import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useStore } from 'zustand'

import { parseModelSuffix } from '../../../../../contract/chat/model-suffix.ts'
import { findModel } from '../../../../../contract/models/find-model.ts'
import type { Model } from '../../../../../contract/models/model.ts'
import type { Attachment } from '../../../../core/chat/attachments/attachment.ts'
import {
  attachmentContext,
  type AttachmentScope,
} from '../../../../core/chat/attachments/check/attachment-context.ts'
import type { AttachmentIssue } from '../../../../core/chat/attachments/check/attachment-issue.ts'
import { checkAttachments } from '../../../../core/chat/attachments/check/check-attachments.ts'
import { listModelsOptions } from '../../../../core/client/queries/models.ts'
import { chat } from '../../../../page/chat.ts'
import { client } from '../../../../page/client.ts'
import { queryClient } from '../../../../page/query-client.ts'

const NO_MODELS: readonly Model[] = []

/** The models of the connection, as far as they are known. */
function useKnownModels(): readonly Model[] {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const { data = NO_MODELS } = useQuery(listModelsOptions(client, connection), queryClient)
  return data
}

/** The model that a name in a picker means, when the list has it. */
export function useModelCalled(name: string): Model | undefined {
  return findModel(useKnownModels(), parseModelSuffix(name).id)
}

/**
 * What there is to say about the attachments in each conversation they go to; without any, in the
 * chat's own. What several have in common is said once.
 */
export function useAttachmentIssues(
  parts: readonly Attachment[],
  scopes: readonly AttachmentScope[] | undefined,
): AttachmentIssue[] {
  const models = useKnownModels()
  const own = useStore(chat.conversation, ({ conversation }) => conversation.model)
  const messages = useStore(chat.conversation, (state) => state.messages)
  return useMemo(() => {
    if (scopes === undefined)
      return checkAttachments(parts, attachmentContext(models, { model: own, messages }))
    const found = scopes.flatMap((scope) =>
      checkAttachments(parts, attachmentContext(models, scope)),
    )
    const said = new Map(found.map((issue) => [issue.message, issue]))
    return [...said.values()].map(withoutModelFix)
  }, [parts, models, own, messages, scopes])
}

/** The model of a column is chosen in that column. */
function withoutModelFix(issue: AttachmentIssue): AttachmentIssue {
  return { ...issue, fixes: issue.fixes.filter(({ kind }) => kind !== 'use-model') }
}
