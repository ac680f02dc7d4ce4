import type { HeaderList } from '../../../../../contract/headers/header-list.ts'
import { isJsonObject } from '../../../../../contract/json.ts'
import type { SavedConnection } from '../../../storage/connection/saved-connections.ts'
import type { Client } from '../../client.ts'
import { isOpen } from '../choice/choose-saved.ts'
import type { Connection } from '../connections.ts'
import { secretsCredential } from '../credential.ts'

/** What authenticates an open connection, on its way over a load of the page. Never stored. */
export interface HandedKey {
  /** The connection's id. */
  id: string
  baseUrl: string
  headers: HeaderList
}

/** The open connections whose keys are in the memory of this page alone: a load forgets them. */
export function keysInMemory(open: readonly Connection[]): readonly Connection[] {
  return open.filter(
    ({ kind, credential }) =>
      kind === 'remote' && credential?.kind === 'api-key' && credential.isSealed !== true,
  )
}

/** Takes the keys that are in memory out of their closures, to hand them over a load. */
export async function handKeys(open: readonly Connection[]): Promise<HandedKey[]> {
  const { signal } = new AbortController()
  return Promise.all(
    keysInMemory(open).map(async ({ id, baseUrl, credential }) => ({
      id,
      baseUrl,
      headers: (await credential?.authorize({ method: 'GET', url: baseUrl }, signal)) ?? [],
    })),
  )
}

/** Opens the saved connections whose keys came over a load. One that was moved or removed meanwhile gets none. */
export function openHanded(
  { connections }: Pick<Client, 'connections'>,
  saved: readonly SavedConnection[],
  handed: unknown,
): void {
  for (const key of Array.isArray(handed) ? handed.filter(isHandedKey) : []) {
    const { id, baseUrl, headers } = key
    const found = saved.find((one) => one.id === id && one.baseUrl === baseUrl)
    if (found === undefined || isOpen(connections.store.getState().open, found)) continue
    const isBearer = ([name, value]: HeaderList[number]) =>
      name.toLowerCase() === 'authorization' && value.startsWith(BEARER)
    const secrets = {
      apiKey: headers.find(isBearer)?.[1].slice(BEARER.length) ?? '',
      headers: headers.filter((header) => !isBearer(header)),
    }
    const credential = secretsCredential(secrets, new URL(baseUrl).origin)
    if (credential !== undefined) connections.open(found, credential)
  }
}

const BEARER = 'Bearer '

function isHandedKey(value: unknown): value is HandedKey {
  if (!isJsonObject(value)) return false
  const { id, baseUrl, headers } = value
  return (
    typeof id === 'string' &&
    typeof baseUrl === 'string' &&
    Array.isArray(headers) &&
    headers.every(
      (pair) =>
        Array.isArray(pair) && pair.length === 2 && pair.every((text) => typeof text === 'string'),
    )
  )
}
