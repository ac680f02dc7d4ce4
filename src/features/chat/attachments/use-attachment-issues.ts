import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useStore } from 'zustand'

import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import { findModel } from '../../../../contract/models/find-model.ts'
import type { Model } from '../../../../contract/models/model.ts'
import type { Attachment, AttachmentIssue } from '../../../core/chat/attachments/attachment.ts'
import {
  attachmentContext,
  checkAttachments,
} from '../../../core/chat/attachments/check-attachments.ts'
import { listModelsOptions } from '../../../core/client/queries/models.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { queryClient } from '../../../page/query-client.ts'

const NO_MODELS: readonly Model[] = []

function useKnownModels(): readonly Model[] {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const { data = NO_MODELS } = useQuery(listModelsOptions(client, connection), queryClient)
  return data
}

/** The model that a name in a picker means, when the list has it. */
export function useModelCalled(name: string): Model | undefined {
  return findModel(useKnownModels(), parseModelSuffix(name).id)
}

/** What there is to say about the attachments in the conversation on the screen. */
export function useAttachmentIssues(parts: readonly Attachment[]): AttachmentIssue[] {
  const models = useKnownModels()
  const model = useStore(chat.conversation, ({ conversation }) => conversation.model)
  const messages = useStore(chat.conversation, (state) => state.messages)
  return useMemo(
    () => checkAttachments(parts, attachmentContext(models, { model, messages })),
    [parts, models, model, messages],
  )
}
