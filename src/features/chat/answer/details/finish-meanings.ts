/** Why an answer ended, in words, by finish reason. */
export const FINISH_MEANINGS: Readonly<Record<string, string>> = {
  stop: 'The model finished its answer',
  length: 'Cut by the token limit: the answer is not whole',
  tool_calls: 'The model asks for tool calls',
  content_filter: 'Ended by a content filter',
}
