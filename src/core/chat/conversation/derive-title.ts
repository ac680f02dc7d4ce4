import { messageText, type Message } from '../../../../contract/chat/messages.ts'

const MOST = 60

/** The title of a conversation that begins with a message: its first line of text, or what is attached. */
export function deriveTitle(message: Pick<Message, 'content'>): string {
  const line = messageText(message).trim().split('\n', 1)[0] ?? ''
  if (line === '') return Array.isArray(message.content) ? attachedTitle(message.content) : ''
  return line.length > MOST ? `${line.slice(0, MOST - 1)}…` : line
}

const KINDS: Readonly<Record<string, string>> = {
  image_url: 'Image',
  input_audio: 'Audio',
  video_url: 'Video',
  file: 'File',
}

function attachedTitle(parts: readonly { type: string }[]): string {
  return [...new Set(parts.flatMap(({ type }) => KINDS[type] ?? []))].join(', ')
}
