import { chatRequestSchema } from '../../../contract/chat/request/request.ts'
import { given, isJsonObject } from '../../../contract/json.ts'
import { neutralBody } from '../../../contract/provider-name.ts'
import { z } from '../../../contract/zod.ts'
import { runChat } from '../client/chat-completion.ts'
import type { Client } from '../client/client.ts'
import type { Connection } from '../client/connection/connections.ts'
import { customHeaders, isPlainHeader } from '../client/connection/extra-headers.ts'
import type { Exchange } from '../client/exchanges/exchange.ts'
import { callOperation } from '../client/operation.ts'
import { METHODS, whyNotResendable } from './why-not-resendable.ts'

interface ResendOptions {
  signal: AbortSignal
  /** Called once, with the id of the new exchange. */
  onOpen: (exchangeId: string) => void
}

/**
 * Sends a recorded request once more, as it was, over this connection, and resolves when its response
 * has ended; how it ended stands in its own exchange. Spend limits, the failure budget and the
 * credential are those of any request. Nothing happens where `whyNotResendable` gives a reason.
 */
export async function resend(
  client: Client,
  connection: Connection,
  exchange: Exchange,
  { signal, onOpen }: ResendOptions,
): Promise<void> {
  const { path, body, form } = exchange.request
  const method = METHODS.find((known) => known === exchange.request.method)
  if (method === undefined || whyNotResendable(exchange) !== undefined) return
  const chat = body === undefined ? undefined : neutralBody(body, exchange.providerName)
  const request = z.safeParse(chatRequestSchema, chat)
  // What a file claims as a credential is none of them.
  const isSame = exchange.connection?.id === connection.id
  const headers = customHeaders(exchange.request.headers, connection.providerName).filter(
    // Those that another connection added are that connection's own.
    ([name, value]) => isSame || !isPlainHeader(name, value),
  )
  if (path === '/chat/completions' && isJsonObject(chat) && request.success) {
    const run = runChat(client, connection, { ...chat, ...request.data }, { headers, signal })
    const id = run.exchangeId()
    if (id !== undefined) onOpen(id)
    await run.done
    return
  }
  await callOperation(
    client,
    connection,
    {
      method,
      path,
      headers,
      ...given({ body }),
      ...(form === undefined
        ? {}
        : {
            form: form.flatMap((field) =>
              'text' in field ? [{ name: field.name, value: field.text }] : [],
            ),
          }),
    },
    { signal, onOpen },
  )
}
