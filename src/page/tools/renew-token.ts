import { renewSealed } from '../../core/mcp/sign-in/renew-sealed.ts'
import type { SecretsOwner } from '../../core/vault/connection-secrets.ts'
import { client } from '../client.ts'

/** Replaces the token in the vault that a tool server rejected. */
export async function renewToken(owner: SecretsOwner): Promise<boolean> {
  const { vault } = await import('../vault.ts')
  return renewSealed({ client, vault }, owner)
}
