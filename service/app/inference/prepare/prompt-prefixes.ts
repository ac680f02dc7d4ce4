import type { Message } from '../../../../contract/chat/messages.ts'
import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import { encodeBase64 } from '../../../../contract/encoding/bytes.ts'
import { longSha256 } from '../../../../contract/encoding/sha256.ts'
import type { Model } from '../../../../contract/models/model.ts'
import { priceOf } from '../../../../contract/models/price.ts'
import { partName, type Inputs } from '../inputs/inputs.ts'
import { addedMessageTokens, type AddedMessage } from './added-messages.ts'
import type { PromptPrefix } from './prompt-cache.ts'
import { messageTokens, partTokens, toolTokens } from './prompt-tokens.ts'
import { TOKENS_PER_MESSAGE } from './tokens.ts'

/** Prompts from this length on are cached without being asked to, tokens. */
const AUTOMATIC_FROM_TOKENS = 1024

/**
 * The beginnings of a prompt that are worth keeping, shortest first: up to each part with
 * `cache_control`, and up to the end of each message when the prompt is long or has a
 * `prompt_cache_key`. None for a model without a price for cached tokens.
 */
export async function promptPrefixes(
  request: ChatRequest,
  model: Model,
  added: readonly AddedMessage[],
  inputs: Inputs,
  promptTokens: number,
): Promise<PromptPrefix[]> {
  if (priceOf(model)?.cacheRead === undefined) return []
  const automatic = request.prompt_cache_key !== undefined || promptTokens >= AUTOMATIC_FROM_TOKENS
  if (!automatic && !request.messages.some(hasMark)) return []
  const prefixes: PromptPrefix[] = []
  const stable = added.filter(({ origin }) => origin !== 'search' && origin !== 'scraping')
  let tokens =
    toolTokens(request) + stable.reduce((sum, message) => sum + addedMessageTokens(message), 0)
  // The digest of a beginning is that of the one before it and of what was added since.
  let digest = ''
  let unhashed = ''
  const feed = (value: unknown) => (unhashed += `${JSON.stringify(value)}\n`)
  feed([model.id, request.prompt_cache_key, request.tools, stable])
  const mark = async () => {
    digest = encodeBase64(await longSha256(digest + unhashed))
    unhashed = ''
    prefixes.push({ digest, tokens })
  }
  for (const [index, message] of request.messages.entries()) {
    const { content, ...rest } = message
    const before = tokens
    feed(rest)
    if (Array.isArray(content)) {
      tokens += TOKENS_PER_MESSAGE
      for (const [at, part] of content.entries()) {
        const { cache_control, ...unmarked } = part
        feed(unmarked)
        tokens += partTokens(part, inputs.parts.get(partName(index, at)))
        if (cache_control !== undefined) await mark()
      }
    } else feed(content)
    tokens = before + messageTokens(message, index, inputs)
    if (automatic) await mark()
  }
  return prefixes
}

function hasMark({ content }: Message): boolean {
  return Array.isArray(content) && content.some((part) => part.cache_control !== undefined)
}
