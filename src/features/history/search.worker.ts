import {
  loadSummaries,
  type ConversationSummary,
  type Summarized,
} from '../../core/storage/conversations/conversation-summary.ts'
import {
  createSearch,
  type SearchStep,
} from '../../core/storage/conversations/search/search-conversations.ts'
import { answerJobs } from '../../ui/workers/answer-jobs.ts'

/** A step of a search, see `createSearch`. */
export interface SearchJob {
  query: string
  /** The conversations that the step before has left; undefined for the first. */
  ids: readonly string[] | undefined
}

/** Conversations whose responses are to be summed up. */
export interface SummaryJob {
  conversations: readonly Summarized[]
  /** The one that is on the screen. */
  openId: string
}

/** Summaries by conversation id. */
export type SummaryResult = ReadonlyMap<string, ConversationSummary>

const search = createSearch()

answerJobs<SearchJob | SummaryJob, SearchStep | SummaryResult>((job) =>
  'query' in job ? search(job.query, job.ids) : loadSummaries(job.conversations, job.openId),
)
