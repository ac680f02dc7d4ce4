// @ts-check
/** A conversation of 1,000 messages with 2 MB of Markdown, or a shorter one, as the app stores it. */

const MESSAGES = 1000
const CHARACTERS_OF_ANSWER = 4000

const words =
  'request model answer token stream buffer frame render cost header value limit balance wallet retry error parse cache latency throughput'.split(
    ' ',
  )

/** @param {number} seed @returns {(most: number) => number} whole numbers below `most` */
function randomFrom(seed) {
  let state = seed
  return (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state % most
  }
}

/** @param {number} index @returns {string} one answer, with a word of its own */
function answerText(index) {
  const random = randomFrom(index + 1)
  const some = (/** @type {number} */ count) =>
    Array.from({ length: count }, () => words[random(words.length)]).join(' ')
  const blocks = [
    () => `## ${some(3)}`,
    () => `${some(40)}, **${some(2)}** and \`${some(1)}\`. ${some(30)}.`,
    () => `- ${some(9)}\n- ${some(7)}\n  - ${some(6)}\n- ${some(8)}`,
    () => `\`\`\`ts\nconst ${some(1)} = await ${some(1)}('${some(2)}') // ${some(4)}\n\`\`\``,
    () => `| ${some(1)} | ${some(1)} |\n|---|---|\n| ${some(2)} | ${some(3)} |`,
  ]
  let text = `needle${index}\n\n`
  for (let at = 0; text.length < CHARACTERS_OF_ANSWER; at += 1)
    text += `${blocks[at % blocks.length]?.() ?? ''}\n\n`
  return text
}

/** The conversation and its messages as records of the database. @param {number} [count] of messages */
export function longConversation(count = MESSAGES) {
  const id = `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`
  const conversation = {
    id,
    title: 'A long conversation',
    createdAt: 1,
    updatedAt: 1,
    model: 'sandbox-chat',
    settings: { stream: true },
  }
  const messages = Array.from({ length: count }, (_, index) => {
    const base = { id: `m${index}-${count}`, conversationId: id, position: index + 1 }
    if (index % 2 === 0)
      return {
        ...base,
        kind: 'written',
        message: { role: 'user', content: `Question ${index}, needle${index}?` },
      }
    const choice = {
      content: answerText(index),
      reasoning: '',
      reasoningDetails: [],
      toolCalls: [],
      logprobs: [],
      finishReason: 'stop',
    }
    const answer = { phase: 'finished', choices: [choice], citations: [], timing: { end: 900 } }
    return {
      ...base,
      kind: 'answer',
      shown: 0,
      versions: [{ id: `v${index}`, startedAt: 1, model: 'sandbox-chat', answer }],
    }
  })
  return { conversation, messages }
}

/**
 * Writes the conversation into the database of the app, which must have made it.
 * @param {import('playwright').Page} page on the app's origin
 * @param {number} [count] of messages
 * @returns {Promise<string>} the path of the conversation
 */
export async function storeLongConversation(page, count = MESSAGES) {
  const { conversation, messages } = longConversation(count)
  await page.evaluate(
    async (records) => {
      const db = await new Promise((resolve, reject) => {
        const request = indexedDB.open('vendor-playground')
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error))
      })
      const transaction = db.transaction(['conversations', 'messages'], 'readwrite')
      transaction.objectStore('conversations').put(records.conversation)
      for (const message of records.messages) transaction.objectStore('messages').put(message)
      await new Promise((resolve, reject) => {
        transaction.addEventListener('complete', resolve)
        transaction.addEventListener('error', () => reject(transaction.error))
      })
      db.close()
    },
    { conversation, messages },
  )
  return `/chat/${conversation.id}`
}
