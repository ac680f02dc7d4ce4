import type { JsonObject } from '../../../contract/json.ts'

/** What `prompts/list` lists. */
export const PROMPTS: JsonObject[] = [
  {
    name: 'compare_weather',
    title: 'Compare the weather',
    description: 'Asks for the weather in two cities, and the difference.',
    arguments: [
      { name: 'first', description: 'A city', required: true },
      { name: 'second', description: 'Another city', required: true },
    ],
  },
]

/** A prompt with its arguments filled in; a sentence that says which is missing; undefined for an unknown name. */
export function getPrompt(name: string, given: JsonObject): JsonObject | string | undefined {
  if (name !== 'compare_weather') return undefined
  const { first, second } = given
  if (typeof first !== 'string' || typeof second !== 'string')
    return 'compare_weather needs the arguments first and second.'
  const text = `What's the weather in ${first.slice(0, 100)}, then the weather in ${second.slice(0, 100)}?`
  return {
    description: 'Compare the weather of two cities',
    messages: [{ role: 'user', content: { type: 'text', text } }],
  }
}
