import { encodeBase64Url } from '../../../contract/encoding/bytes.ts'
import type { VaultCrypto } from './vault-cipher.ts'
import { VaultFault } from './vault-fault.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Where passkeys come from. */
export interface PasskeyWorld {
  /** The host of the page, such as `playground.example.com`. */
  hostname: string
  crypto: VaultCrypto
  /** Undefined where the page was not loaded securely. */
  credentials: Pick<CredentialsContainer, 'create' | 'get'> | undefined
}

/** Why this page can have no passkeys, as a sentence with what to do; undefined where it can. */
export function whyNoPasskey({
  hostname,
  credentials,
}: Pick<PasskeyWorld, 'hostname' | 'credentials'>): string | undefined {
  // WebAuthn binds a passkey to a domain, and an IP address is none.
  if (/^[\d.]+$|:/.test(hostname))
    return 'Passkeys require a domain, not an IP address: on this computer, open localhost instead.'
  return credentials === undefined
    ? 'This browser has no passkeys for this page. They require HTTPS or localhost.'
    : undefined
}

/** A passkey, and what it derives from a salt: the same 32 bytes at every use, on no disk. */
interface PasskeyOutput {
  credentialId: Bytes
  /** Secret: overwrite it after use. */
  output: Bytes
}

/** Asks the person for a new passkey of this page that has a PRF. */
export async function createPasskey(world: PasskeyWorld, salt: Bytes): Promise<PasskeyOutput> {
  const { credentials, crypto } = usable(world)
  const credential = await asked(
    credentials.create({
      publicKey: {
        rp: { name: 'Vendor Playground' },
        user: {
          id: crypto.getRandomValues(new Uint8Array(16)),
          name: 'Saved keys',
          displayName: 'Saved keys',
        },
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        // ES256, EdDSA, RS256: nothing is ever signed for us, but one must be chosen.
        pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        extensions: { prf: { eval: { first: salt } } },
      },
    }),
  )
  const { rawId, prf } = read(credential)
  if (prf?.results !== undefined) return { credentialId: rawId, output: bytesOf(prf.results.first) }
  if (prf?.enabled !== true) throw new VaultFault('passkey_unsupported')
  // Many authenticators derive nothing while they make a passkey: it is asked for in a second step.
  return askPasskey(world, [{ credentialId: rawId, salt }])
}

/** Asks the person for one of the passkeys, each with the salt it was set up with. */
export async function askPasskey(
  world: PasskeyWorld,
  known: readonly { credentialId: Bytes; salt: Bytes }[],
): Promise<PasskeyOutput> {
  const { credentials, crypto } = usable(world)
  const credential = await asked(
    credentials.get({
      publicKey: {
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        allowCredentials: known.map(({ credentialId }) => ({
          type: 'public-key',
          id: credentialId,
        })),
        userVerification: 'required',
        extensions: {
          prf: {
            evalByCredential: Object.fromEntries(
              known.map(({ credentialId, salt }) => [
                encodeBase64Url(credentialId),
                { first: salt },
              ]),
            ),
          },
        },
      },
    }),
  )
  const { rawId, prf } = read(credential)
  if (prf?.results === undefined) throw new VaultFault('passkey_unsupported')
  return { credentialId: rawId, output: bytesOf(prf.results.first) }
}

function usable(world: PasskeyWorld) {
  const { credentials, crypto } = world
  if (credentials === undefined || whyNoPasskey(world) !== undefined)
    throw new VaultFault('passkey_unsupported')
  return { credentials, crypto }
}

async function asked(request: Promise<Credential | null>): Promise<Credential | null> {
  try {
    return await request
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    const isRefused = name === 'NotAllowedError' || name === 'AbortError'
    throw new VaultFault(isRefused ? 'passkey_not_used' : 'passkey_unsupported', error)
  }
}

function read(credential: Credential | null): {
  rawId: Bytes
  prf: AuthenticationExtensionsPRFOutputs | undefined
} {
  if (credential === null || !isPublicKey(credential)) throw new VaultFault('passkey_not_used')
  return {
    rawId: new Uint8Array(credential.rawId),
    prf: credential.getClientExtensionResults().prf,
  }
}

function isPublicKey(credential: Credential): credential is PublicKeyCredential {
  return credential.type === 'public-key' && 'rawId' in credential
}

function bytesOf(source: BufferSource): Bytes {
  return source instanceof ArrayBuffer
    ? new Uint8Array(source)
    : new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
}
