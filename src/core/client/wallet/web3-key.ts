import type { Failure } from '../../../../contract/errors/failure.ts'
import {
  isSignableToken,
  WEB3_KEY_PATH,
  web3KeySchema,
  web3TokenSchema,
} from '../../../../contract/wallet/web3-key.ts'
import { json, secretJson } from '../body/response-body.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import { request } from '../request.ts'

const NOT_A_TOKEN: Failure = {
  kind: 'not_signed',
  message: 'Nothing was signed: the API returned something other than a token.',
  advice: {
    title: 'Not a token',
    meaning:
      'The API returned a message that may be misused elsewhere, such as a sign-in. Nothing was signed.',
    nextStep: 'Create an API key on the site of the provider.',
  },
}

/** A fresh token, which is all that a wallet has to sign for a key. */
export async function web3Token(
  client: Client,
  connection: Connection,
  signal: AbortSignal,
): Promise<{ token: string } | Failure> {
  const result = await request(
    client,
    withoutCredential(connection),
    { method: 'GET', path: WEB3_KEY_PATH },
    { signal, read: json((body) => web3TokenSchema.safeParse(body).data?.data, 'a token') },
  )
  if (!result.ok) return result.failure
  const { token } = result.value
  return isSignableToken(token) ? { token } : NOT_A_TOKEN
}

/** Gets the key for a signed token, once. Neither signature nor key is recorded. */
export async function web3Key(
  client: Client,
  connection: Connection,
  { address, ...signed }: { address: string; token: string; signature: string },
  signal: AbortSignal,
): Promise<{ apiKey: string } | Failure> {
  const result = await request(
    client,
    withoutCredential(connection),
    {
      method: 'POST',
      path: WEB3_KEY_PATH,
      body: { address, apiKeyType: 'INFERENCE' },
      secretFields: signed,
    },
    { signal, read: secretJson((body) => web3KeySchema.safeParse(body).data?.data, 'an API key') },
  )
  return result.ok ? { apiKey: result.value.apiKey } : result.failure
}

/** What is signed is the credential: no key, and no wallet's sign-in, goes along. */
function withoutCredential({ credential: _, ...connection }: Connection): Connection {
  return connection
}
