import type { Answer } from '../../../../contract/chat/answer.ts'

/** Everything an answer says as one plain text: reasoning, content and tool calls of its choices. */
export function plainText({ choices }: Pick<Answer, 'choices'>): string {
  return choices
    .flatMap(({ reasoning, content, refusal = '', toolCalls }) => [
      reasoning,
      content,
      refusal,
      ...toolCalls.map((call) => `${call.name}(${call.arguments})`),
    ])
    .filter((text) => text !== '')
    .join('\n\n')
}
