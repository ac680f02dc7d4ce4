import type { StartedService } from './start.ts'

/** The one line of `--json`: what a program needs to use the service. */
export function readyLine(started: StartedService): string {
  const { baseUrl, appUrl, apiKey, chains, mcpServers } = started
  const more = mcpServers.length === 0 ? {} : { mcpServers }
  return `${JSON.stringify({ ready: true, baseUrl, appUrl, apiKey, ...chains, ...more })}\n`
}

/** The same for people. */
export function readyHuman({
  appUrl,
  baseUrl,
  apiKey,
  dataDirectory,
  servesApp,
  apiKeyFile,
  mcpServers,
  notes,
}: StartedService): string {
  const data =
    dataDirectory === undefined
      ? 'Data is in memory and lost when the service stops.'
      : `Data directory: ${dataDirectory}`
  const kept = apiKeyFile === undefined ? '' : `, stored in ${apiKeyFile}`
  const key =
    apiKey === undefined ? '' : `API key: ${apiKey} (VENDOR_API_KEY in copied code${kept})\n`
  const where = servesApp
    ? `Vendor Playground: ${appUrl}\nAPI base URL: ${baseUrl}`
    : `API base URL: ${baseUrl}`
  const tools = mcpServers.map(
    (name) => `MCP server of this computer: ${appUrl}local/mcp/${name}, for this app only\n`,
  )
  return `${where}\n${key}${data}\n${tools.join('')}${notes.map((note) => `${note}\n`).join('')}Press Ctrl+C to stop.\n`
}
