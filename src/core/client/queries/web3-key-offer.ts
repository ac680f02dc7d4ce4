import { isJsonObject } from '../../../../contract/json.ts'
import { WEB3_KEY_PATH } from '../../../../contract/wallet/web3-key.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import { connectionQuery } from './connection-query.ts'

/**
 * Query options for whether an API gives wallets keys: it returns a token to sign, which this leaves alone. Asked once and
 * without credentials, since an API without the endpoint counts it as a failure.
 */
export function web3KeyOffer(client: Client, { credential: _, ...connection }: Connection) {
  return {
    ...connectionQuery(client, connection, {
      key: ['web3-key'],
      path: WEB3_KEY_PATH,
      parse: (body) => (isJsonObject(body) && isJsonObject(body['data'])) || undefined,
      expected: 'a token',
      staleTime: Infinity,
      retryOnMount: false,
    }),
    retry: false,
  }
}
