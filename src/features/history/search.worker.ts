import {
  searchMessages,
  type Searched,
} from '../../core/storage/conversations/conversation-search.ts'
import {
  loadSummaries,
  type ConversationSummary,
} from '../../core/storage/conversations/conversation-summary.ts'
import { answerJobs } from '../../ui/workers/answer-jobs.ts'

/** Words to be looked for in what was said in some conversations. */
export interface SearchJob {
  conversations: readonly Searched[]
  query: string
}

/** Excerpts by conversation id. */
export type SearchResult = ReadonlyMap<string, string>

/** Conversations whose responses are to be summed up. */
export interface SummaryJob {
  conversations: readonly Searched[]
  /** The one that is on the screen. */
  openId: string
}

/** Summaries by conversation id. */
export type SummaryResult = ReadonlyMap<string, ConversationSummary>

answerJobs<SearchJob | SummaryJob, SearchResult | SummaryResult>((job) =>
  'query' in job
    ? searchMessages(job.conversations, job.query)
    : loadSummaries(job.conversations, job.openId),
)
