import { shownVersion } from '../../storage/conversations/conversation.ts'
import type { Chat } from '../chat.ts'
import { pendingToolCalls } from '../request/pending-tool-calls.ts'
import { runningVersions } from '../responses/runs.ts'

/** What becomes of a queued message now; a sentence says why it is not sent, undefined needs none. */
type Verdict = 'waits' | 'due' | { why: string | undefined }

/**
 * Holds the message that is being written until the response under way, with the calls of tools that it
 * leads to, is complete; then calls `send`, once. It stays where it is written: taking it back, writing on and
 * leaving the conversation make it a draft again, and so does a response that does not end complete.
 */
export function queueDraft(chat: Chat, send: () => void): void {
  if (chat.draft.getState().queued) return
  const { conversation } = chat.conversation.getState()
  const { text } = chat.draft.getState()
  const { list } = chat.attachments.getState()
  /** The versions that have to end complete. */
  const awaited = new Set<string>()

  const judge = (): Verdict => {
    const now = chat.conversation.getState()
    const { queued, text: written } = chat.draft.getState()
    if (!queued) return { why: undefined }
    if (now.conversation.id !== conversation.id) return { why: LEFT }
    if (written !== text || chat.attachments.getState().list !== list) return { why: undefined }
    const running = runningVersions(now.messages, chat.runs.getState())
    for (const id of running) awaited.add(id)
    if (running.length > 0) return 'waits'
    const ended = now.messages.flatMap((record) =>
      record.kind === 'answer' ? record.versions.filter(({ id }) => awaited.has(id)) : [],
    )
    const isComplete = ({ answer }: (typeof ended)[number]) => answer.phase === 'finished'
    if (ended.length < awaited.size || !ended.every(isComplete)) return { why: INCOMPLETE }
    // The results of tools are still to come, or the response to them.
    const last = now.messages.at(-1)
    const isAnswered = last?.kind === 'answer' && shownVersion(last) !== undefined
    return isAnswered && pendingToolCalls(now.messages).length === 0 ? 'due' : 'waits'
  }
  const look = () => {
    const verdict = judge()
    if (verdict === 'waits') return
    for (const stop of stops) stop()
    chat.draft.setState({ queued: false })
    if (verdict === 'due') send()
    else if (verdict.why !== undefined) chat.world.notify(verdict.why)
  }
  chat.draft.setState({ queued: true })
  const stops = [
    chat.runs.subscribe(look),
    chat.conversation.subscribe(look),
    chat.draft.subscribe(look),
    chat.attachments.subscribe(look),
  ]
  look()
}

/** Makes a queued message a draft again. */
export function takeBackQueued({ draft }: Pick<Chat, 'draft'>): void {
  draft.setState({ queued: false })
}

const INCOMPLETE =
  "The response isn't complete, so the queued message wasn't sent. It is still a draft."
const LEFT =
  "Another conversation was opened, so the queued message wasn't sent. It is still a draft."
