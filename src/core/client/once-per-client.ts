import type { Client } from './client.ts'

/** What belongs to a client and is made when it is first asked for: showing the page needs none of it. */
export function oncePerClient<Made>(make: (client: Client) => Made): (client: Client) => Made {
  const made = new WeakMap<Client, { readonly it: Made }>()
  return (client) => {
    const { it } = made.get(client) ?? { it: make(client) }
    made.set(client, { it })
    return it
  }
}
