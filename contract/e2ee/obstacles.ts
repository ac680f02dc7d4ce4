import type { ChatRequest } from '../chat/request/request.ts'

/** Something in a request that cannot be encrypted end to end, or that works only on readable text. */
export interface EncryptionObstacle {
  /** The field, as it goes over the wire. */
  field: string
  message: string
}

/** What keeps a request from being encrypted end to end. */
export function encryptionObstacles(request: ChatRequest): EncryptionObstacle[] {
  const { messages, stream, tools, logprobs, fallbacks = [] } = request
  const { vendor_parameters: vendor = {} } = request
  const found: (EncryptionObstacle | false)[] = [
    stream !== true && {
      field: 'stream',
      message: 'Encrypted responses must be streamed: set stream to true.',
    },
    messages.some(hasOtherParts) && {
      field: 'messages',
      message: 'Only text can be encrypted: remove the attachments.',
    },
    messages.some(({ role }) => role === 'developer' || role === 'tool') && {
      field: 'messages',
      message: 'Only user and system messages are encrypted: remove developer and tool messages.',
    },
    tools != null &&
      tools.length > 0 && {
        field: 'tools',
        message: 'Tools are dropped from encrypted requests: remove them.',
      },
    logprobs === true && {
      field: 'logprobs',
      message: 'Logprobs contain the response as plain text: turn logprobs off.',
    },
    fallbacks.length > 0 && {
      field: 'fallbacks',
      message: "Fallback models can't decrypt the messages: remove the fallbacks.",
    },
    (vendor.enable_web_search ?? 'off') !== 'off' && {
      field: 'vendor_parameters.enable_web_search',
      message: "Web search can't read encrypted messages: turn enable_web_search off.",
    },
    vendor.enable_x_search === true && {
      field: 'vendor_parameters.enable_x_search',
      message: "X search can't read encrypted messages: turn enable_x_search off.",
    },
    vendor.enable_web_scraping === true && {
      field: 'vendor_parameters.enable_web_scraping',
      message: "Web scraping can't read encrypted messages: turn enable_web_scraping off.",
    },
    vendor.character_slug !== undefined && {
      field: 'vendor_parameters.character_slug',
      message: "Characters don't work with encrypted messages: reset character_slug.",
    },
  ]
  return found.filter((one) => one !== false)
}

function hasOtherParts({ content }: ChatRequest['messages'][number]): boolean {
  return Array.isArray(content) && content.some((part) => part.type !== 'text')
}
