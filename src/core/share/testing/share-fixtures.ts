import type { ChatSetup } from '../setup.ts'

/** A realistic chat setup of at least so many bytes of JSON, its messages made of some prose. */
export function chatOf(bytes: number, prose = 'A short question. '.repeat(200)): ChatSetup {
  const setup: ChatSetup = {
    area: 'chat',
    model: 'sandbox-chat',
    settings: {
      stream: true,
      temperature: 0.7,
      max_completion_tokens: 2048,
      seed: 42,
      stop: ['\n\n'],
      response_format: {
        type: 'json_schema',
        json_schema: {
          name: 'extraction',
          strict: true,
          schema: {
            type: 'object',
            properties: { city: { type: 'string', description: 'The name of the city' } },
            required: ['city'],
            additionalProperties: false,
          },
        },
      },
      tools: [
        {
          type: 'function',
          function: {
            name: 'get_weather',
            description: 'Get the current weather for a location.',
            parameters: {
              type: 'object',
              properties: {
                location: { type: 'string' },
                unit: { type: 'string', enum: ['celsius', 'fahrenheit'] },
              },
              required: ['location'],
            },
          },
        },
      ],
      vendor_parameters: { enable_web_search: 'auto', include_vendor_system_prompt: false },
    },
    messages: [{ role: 'system', content: 'You are a helpful assistant for a city guide.' }],
    attachments: [],
  }
  for (let at = 0; JSON.stringify(setup).length <= bytes; at += 300)
    setup.messages.push({
      role: at % 600 === 0 ? 'user' : 'assistant',
      content: prose.slice(at, at + 300),
    })
  return setup
}
