import type { StartedService } from './start.ts'

/** The one line of `--json`: what a program needs to use the service. */
export function readyLine({ baseUrl, appUrl, apiKey, chains }: StartedService): string {
  return `${JSON.stringify({ ready: true, baseUrl, appUrl, apiKey, ...chains })}\n`
}

/** The same for people. */
export function readyHuman({
  appUrl,
  baseUrl,
  apiKey,
  dataDirectory,
  servesApp,
  apiKeyFile,
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
  return `${where}\n${key}${data}\nPress Ctrl+C to stop.\n`
}
