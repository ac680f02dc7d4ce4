interface Server {
  name: string
  baseUrl: string
}

/** What the combobox "Server" offers: those on this machine by their default port, then the hosted. */
export const SERVERS: Readonly<Record<string, readonly Server[]>> = {
  'This machine': [
    { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
    { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1' },
    { name: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1' },
    { name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1' },
    { name: 'LiteLLM', baseUrl: 'http://127.0.0.1:4000/v1' },
  ],
  Hosted: [
    { name: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1' },
    { name: 'OpenAI', baseUrl: 'https://api.openai.com/v1' },
    { name: 'Groq', baseUrl: 'https://api.groq.com/openai/v1' },
    { name: 'Together', baseUrl: 'https://api.together.xyz/v1' },
    { name: 'Mistral', baseUrl: 'https://api.mistral.ai/v1' },
  ],
}

/** The name of the server at a base URL: "Ollama"; undefined for any other. */
export function serverAt(baseUrl: string): string | undefined {
  const wanted = baseUrl
    .trim()
    .replace(/(?<!\/)\/+$/, '')
    .replace('//localhost:', '//127.0.0.1:')
  return Object.values(SERVERS)
    .flat()
    .find((server) => server.baseUrl === wanted)?.name
}
