import { flagList, SETTINGS, spelling } from './command-line/flags.ts'
import type { StartedService } from './start.ts'

/** What `--help` prints. */
export function usage(): string {
  const flags = flagList().map((flag): [string, string] => [
    spelling(flag),
    `${flag.meaning}${flag.variable === undefined ? '' : ` (${flag.variable})`}`,
  ])
  return [
    'Usage: npm start -- [flags], or npm run service -- [flags] for the API without the app.',
    '',
    ...aligned(flags),
    '',
    'In parentheses: the environment variable used when the flag is absent.',
    '',
    'Environment variables without a flag:',
    '',
    ...aligned(Object.entries(SETTINGS)),
  ].join('\n')
}

function aligned(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`)
}

/** The app where browsers have passkeys: they bind them to a name, and an IP address is none. */
export function named(appUrl: string): string {
  return appUrl.replace('//127.0.0.1:', '//localhost:')
}

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
  const also = named(appUrl) === appUrl ? '' : ` (also ${appUrl}, with browser data of its own)`
  const where = servesApp
    ? `Vendor Playground: ${named(appUrl)}${also}\nAPI base URL: ${baseUrl}`
    : `API base URL: ${baseUrl}`
  const tools = mcpServers.map(
    (name) => `MCP server of this computer: ${appUrl}local/mcp/${name}, for this app only\n`,
  )
  return `${where}\n${key}${data}\n${tools.join('')}${notes.map((note) => `${note}\n`).join('')}Press Ctrl+C to stop.\n`
}
