import {
  searchMessages,
  type Searched,
} from '../../core/storage/conversations/conversation-search.ts'
import { answerJobs } from '../../ui/workers/answer-jobs.ts'

/** Words to be looked for in what was said in some conversations. */
export interface SearchJob {
  conversations: readonly Searched[]
  query: string
}

/** Excerpts by conversation id. */
export type SearchResult = ReadonlyMap<string, string>

answerJobs<SearchJob, SearchResult>(({ conversations, query }) =>
  searchMessages(conversations, query),
)
