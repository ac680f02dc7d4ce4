import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useStore } from 'zustand'

import { connectionStore } from '../../../api/connection.ts'
import { listModelsOptions } from '../../../api/models.ts'
import { queryClient } from '../../../api/query-client.ts'
import { parseModelSuffix } from '../../../contract/chat/model-suffix.ts'
import { findModel } from '../../../contract/models/find-model.ts'
import type { Model } from '../../../contract/models/model.ts'
import { conversationStore } from '../conversation/conversation-store.ts'
import { messagesOf } from '../conversation/request-body.ts'
import { checkParts } from './check-parts.ts'
import type { DraftPart } from './draft-part.ts'
import type { PartIssue } from './part-issue.ts'

const NO_MODELS: readonly Model[] = []

/** The models of the connection, and the one that the conversation asks, when the list has it. */
export function useModelInUse(): { models: readonly Model[]; model: Model | undefined } {
  const connection = useStore(connectionStore, (state) => state.connection)
  const name = useStore(conversationStore, ({ conversation }) => conversation.model)
  const { data: models = NO_MODELS } = useQuery(listModelsOptions(connection), queryClient)
  return { models, model: findModel(models, parseModelSuffix(name).id) }
}

/** What there is to say about the attachments, in this conversation and for its model. */
export function usePartIssues(parts: readonly DraftPart[]): PartIssue[] {
  const { models, model } = useModelInUse()
  const records = useStore(conversationStore, (state) => state.messages)
  const history = useMemo(() => messagesOf(records), [records])
  return useMemo(
    () => checkParts(parts, { history, models, model }),
    [parts, history, models, model],
  )
}
