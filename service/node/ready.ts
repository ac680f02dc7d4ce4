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
      ? 'Data is kept in memory and gone when it stops.'
      : `Data is kept in ${dataDirectory}.`
  const kept = apiKeyFile === undefined ? '' : `; it is kept in ${apiKeyFile}`
  const key =
    apiKey === undefined
      ? ''
      : `Your API key for this service is ${apiKey} (VENDOR_API_KEY in copied code${kept}).\n`
  const where = servesApp
    ? `Vendor Playground is at ${appUrl} (API: ${baseUrl}).`
    : `The local service is at ${baseUrl}.`
  return `${where}\n${key}${data}\nStop it with Ctrl+C.\n`
}
