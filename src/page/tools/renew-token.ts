import { renewSealed } from '../../core/mcp/sign-in/sign-in.ts'
import type { SecretsOwner } from '../../core/vault/sealed-credential.ts'
import { client } from '../client.ts'

/** Replaces the token in the vault that a tool server rejected. */
export async function renewToken(owner: SecretsOwner): Promise<boolean> {
  const { vault } = await import('../vault.ts')
  return renewSealed({ client, vault }, owner)
}
