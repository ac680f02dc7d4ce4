import { headerValue, type HeaderList } from '../../../../contract/headers/header-list.ts'
import type { CredentialSource, Secrets } from '../../../core/client/connection/credential.ts'
import { readExtraHeaders, UNCHANGED } from '../../../core/client/connection/extra-headers.ts'
import type { SavedConnection } from '../../../core/storage/connection/saved-connections.ts'

interface WrittenSecrets {
  /** '' means that the key stays as it is. */
  apiKey: string
  /** One `Name: value` per line. */
  headers: string
}

type SecretsReading =
  | { ok: true; secrets: Secrets; plain: HeaderList }
  /** What is wrong with the headers. */
  | { ok: false; problem: string }

/** What was left unchanged comes from `present`. Rejects with a `VaultFault` when that can't be read. */
export async function readFormSecrets(
  { apiKey, headers }: WrittenSecrets,
  present: Pick<CredentialSource, 'authorize'> | undefined,
  url: string,
): Promise<SecretsReading> {
  const written = readExtraHeaders(headers)
  if (!written.ok) return { ok: false, problem: written.message }
  const { plain, secret } = written
  const isPresentNeeded = apiKey === '' || secret.some(([, value]) => value === UNCHANGED)
  const earlier =
    (isPresentNeeded ? await present?.authorize({ method: 'GET', url }, never) : undefined) ?? []
  const values = secret.map(
    ([name, value]) =>
      [name, value === UNCHANGED ? (headerValue(earlier, name) ?? '') : value] as const,
  )
  const missing = values.find(([, value]) => value === '')?.[0]
  if (missing !== undefined) return { ok: false, problem: `Enter the value of ${missing} again.` }
  return { ok: true, secrets: { apiKey: apiKey || bearerOf(earlier), headers: values }, plain }
}

const never = new AbortController().signal

function bearerOf(headers: HeaderList): string {
  return (headerValue(headers, 'authorization') ?? '').replace(/^Bearer /, '')
}

/** The headers of a connection as they can be shown: secret values are not. */
export function headersText(saved: SavedConnection | undefined): string {
  if (saved === undefined) return ''
  return [
    ...saved.headers.map(([header, value]) => `${header}: ${value}`),
    ...saved.secretHeaders.map((header) => `${header}: ${UNCHANGED}`),
  ].join('\n')
}
