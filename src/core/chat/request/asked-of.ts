import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import type { AnswerVersion } from '../../storage/conversations/conversation.ts'

/** What of a request its answer is validated by; nothing when nothing of it was set. */
export function askedOf({
  response_format,
  vendor_parameters,
}: ChatRequest): Pick<AnswerVersion, 'asked'> {
  if (response_format === undefined && vendor_parameters === undefined) return {}
  return {
    asked: {
      ...(response_format === undefined ? {} : { response_format }),
      ...(vendor_parameters === undefined ? {} : { vendor_parameters }),
    },
  }
}
