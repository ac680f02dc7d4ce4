import { z } from '../../../../contract/zod.ts'

/** The WalletConnect project under which phone wallets are reached, and the relay's address. */
export interface WalletRelay {
  projectId: string
  relayUrl: string
}

const configSchema = z.object({
  walletConnect: z.object({
    projectId: z.string().check(z.regex(/^[\w-]{1,64}$/)),
    relayUrl: z.string().check(z.regex(/^wss?:\/\/[^/]+$/)),
  }),
})

/** Asks the service that served the page how phone wallets are reached; undefined where they are not offered. */
export async function loadWalletRelay(): Promise<WalletRelay | undefined> {
  const response = await fetch('/config.json', { headers: { Accept: 'application/json' } }).catch(
    () => undefined,
  )
  const body: unknown =
    response?.ok === true ? await response.json().catch(() => undefined) : undefined
  return configSchema.safeParse(body).data?.walletConnect
}
