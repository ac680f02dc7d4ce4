import { messageText, type Message } from '../chat/messages.ts'
import { isEnvelope } from './envelope-shape.ts'
import { sealFor, type Open } from './envelope.ts'
import type { PublicKeyHex } from './secp256k1.ts'

/** The roles whose content is sealed; the others travel as they are. */
const SEALED_ROLES: readonly Message['role'][] = ['user', 'system']

/** Messages with the content of each user and system message sealed, every one under a key of its own. */
export function sealMessages(messages: readonly Message[], recipient: PublicKeyHex) {
  return Promise.all(
    messages.map(async (message): Promise<Message> => {
      if (!isSealedRole(message)) return message
      const seal = await sealFor(recipient)
      return { ...message, content: await seal(messageText(message)) }
    }),
  )
}

/** The places of user and system messages whose content is not an envelope. */
export function plainMessages(messages: readonly Message[]): number[] {
  return messages.flatMap((message, at) =>
    isSealedRole(message) && !(typeof message.content === 'string' && isEnvelope(message.content))
      ? [at]
      : [],
  )
}

/** Messages with every envelope opened. @throws where one was sealed for another key, or was changed */
export function openMessages(messages: readonly Message[], open: Open) {
  return Promise.all(
    messages.map(async (message): Promise<Message> => {
      if (!isSealedRole(message) || typeof message.content !== 'string') return message
      return { ...message, content: await open(message.content) }
    }),
  )
}

type SealedMessage = Extract<Message, { role: 'user' | 'system' }>

function isSealedRole(message: Message): message is SealedMessage {
  return SEALED_ROLES.includes(message.role)
}
